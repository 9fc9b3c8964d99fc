import { LRUCache } from 'lru-cache'
import type { Announcement } from '#contract/banners.ts'
import type { Viewer } from '#contract/viewer.ts'
import { getUnreadState } from '#server/notifications/list.ts'
import { createPersonMemory } from '#server/platform/cache/person-memory.ts'
import type { Db } from '#server/platform/db.ts'
import type { Marks, SiteHandler, SitePage } from '#site/site-handler.ts'
import type { Fillings } from './cached-response.ts'
import { storedPart } from './gzip-parts.ts'
import { findMarks } from './marks.ts'
import type { PageEntry } from './page-forms.ts'

/** A placeholder viewer for loading shared pages: a reader without marks. */
export const anyMember: Viewer = {
  id: '',
  uid: '',
  handle: '',
  name: '',
  role: 'reader',
  avatar: null,
  welcomed: true,
}

const CONVERSATION = /^(?:soon:)?responses:(.+)$/
const MAX_CONVERSATIONS = 10_000

/** `name` identifies the form that people with the same marks share, `basis` what they depend on besides the person. */
type PageMarks = { basis: string; marks: Marks; name: string; needsOwnPage: boolean }

type Options = { db: Db; site: SiteHandler; announcementsFor(viewer: Viewer): Promise<Announcement[]> }

export type Members = ReturnType<typeof createMembers>

/** The personal state of readers: their marks on a page and what fills the gaps. Remembered until it changes. */
export function createMembers({ db, site, announcementsFor }: Options) {
  const marks = createPersonMemory<PageMarks>()
  const fillings = createPersonMemory<{ viewer: string; fillings: Fillings }>(['announcements'])
  const subjects = new WeakMap<PageEntry, { text: string; conversations: string[] }>()
  /** Queries for marks in progress, by person and page. */
  const running = new Map<string, Promise<PageMarks>>()
  /** The last change to the responses of each story. */
  const conversations = new LRUCache<string, number>({ max: MAX_CONVERSATIONS })
  let changes = 0

  /** Stays the same when only the counts on a page change, so that nothing is queried again. */
  function basisOf(entry: PageEntry, page: SitePage) {
    let known = subjects.get(entry)
    if (!known) {
      const found = site.subjectsOf(page)
      subjects.set(entry, (known = { text: JSON.stringify(found), conversations: found.likable }))
    }
    return `${known.conversations.map((id) => conversations.get(id) ?? 0).join()} ${known.text}`
  }

  /** In memory, if they are still valid for this version of the page. */
  function marksNow(personId: string, entry: PageEntry): PageMarks | undefined {
    const found = marks.get(personId, entry.key)
    const { data } = entry
    return found && data.kind === 'page' && found.basis === basisOf(entry, data) ? found : undefined
  }

  async function marksOf(viewer: Viewer, entry: PageEntry, page: SitePage): Promise<PageMarks> {
    const known = marksNow(viewer.id, entry)
    if (known) return known
    const name = `${viewer.id} ${entry.version}`
    const joined = running.get(name)
    if (joined) return joined
    const reading = readMarks(viewer, entry, page)
    running.set(name, reading)
    try {
      return await reading
    } finally {
      if (running.get(name) === reading) running.delete(name)
    }
  }

  async function readMarks(viewer: Viewer, entry: PageEntry, page: SitePage): Promise<PageMarks> {
    const reading = marks.begin()
    const basis = basisOf(entry, page)
    try {
      const found = await findMarks(db, viewer.id, site.subjectsOf(page))
      const value = { ...found, basis, name: JSON.stringify(Object.values(found.marks)) }
      reading.store(viewer.id, entry.key, value)
      return value
    } finally {
      reading.end()
    }
  }

  /** In memory, for this version of the viewer: a request may hold an older one. */
  function fillingsNow(viewer: Viewer): Fillings | undefined {
    const found = fillings.get(viewer.id, '')
    return found?.viewer === JSON.stringify(viewer) ? found.fillings : undefined
  }

  async function fillingsOf(viewer: Viewer): Promise<Fillings> {
    const known = fillingsNow(viewer)
    if (known) return known
    const reading = fillings.begin()
    try {
      const [notifications, announcements] = await Promise.all([
        getUnreadState({ db, viewer }),
        announcementsFor(viewer),
      ])
      const gaps = site.gapsFor({ viewer, notifications, announcements })
      const value: Fillings = {}
      for (const [gap, text] of Object.entries(gaps)) {
        const bytes = Buffer.from(text)
        value[gap] = { bytes, part: storedPart(bytes) }
      }
      reading.store(viewer.id, '', { viewer: JSON.stringify(viewer), fillings: value })
      return value
    } finally {
      reading.end()
    }
  }

  function invalidate(signals: readonly string[]) {
    // A query that started before may have read the old state.
    running.clear()
    for (const signal of signals) {
      const articleId = CONVERSATION.exec(signal)?.[1]
      if (articleId) conversations.set(articleId, ++changes)
    }
    marks.invalidate(signals)
    fillings.invalidate(signals)
  }

  function setListening(listening: boolean) {
    marks.setListening(listening)
    fillings.setListening(listening)
  }

  return { marksNow, marksOf, fillingsNow, fillingsOf, invalidate, setListening }
}
