import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '#contract/constants.ts'
import { editorsAmong } from '#server/articles/drafts/editors.ts'
import { ongoingSessions } from '#server/identity/sessions.ts'
import { FAN_OUT, toldName } from '#server/notifications/fan-out.ts'
import { linesAfter, standings } from '#server/notifications/list.ts'
import { readName } from '#server/notifications/read.ts'
import { cardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { announcePresence, createPresence } from './presence.ts'
import { createRegister } from './register.ts'
import { type StoryNews, newsSince, readNews, responseCounts } from './story-news.ts'
import type { Stream } from './stream.ts'

const BEAT_MS = 25 * SECOND_MS
const FAILED_PAUSE_MS = SECOND_MS
const MOST_LINES = 100
const PEOPLE_AT_ONCE = 500
const SWEEP_MS = SECOND_MS
/** After a restart browsers come back within this time, not all at once. */
const COME_BACK_MS = { least: 500, most: 3000 }

const DRAFT = 'live:draft:'
const personNames = [toldName(''), readName('')]

type Hub = Pick<Ctx, 'db' | 'site' | 'now' | 'log'>

/**
 * Everybody who is on the line with this process. It hears names from the database, looks at how far each line is behind,
 * and sends what is missing: it does not matter how often it hears, in which order, or what it did not hear.
 */
export function createHub(ctx: Hub, options: { relaxed: boolean }) {
  const register = createRegister(options)
  const behind = new Set<string>()
  let news: Omit<StoryNews, 'responses'>[] = []
  const asking = new Set<Stream>()
  const presence = createPresence(ctx)
  /** Drafts of which a version or a person may be new. */
  const edited = new Set<string>()
  let pumping: Promise<void> | null = null
  let deafSince: number | null = null
  let closed = false
  const timer = setInterval(() => void beat(), BEAT_MS)
  timer.unref()
  const sweeper = setInterval(() => {
    presence.sweep().forEach(noteDraft)
    pump()
  }, SWEEP_MS)
  sweeper.unref()

  function open(stream: Stream, resumesStory: boolean) {
    register.add(stream)
    if (resumesStory) asking.add(stream)
    const { personId } = stream.listener
    if (personId !== null) behind.add(personId)
    if (stream.listener.draft) edited.add(stream.listener.draft.articleId)
    void tellPresence(stream, 'here')
    pump()
  }

  function leave(stream: Stream) {
    const known = register.all().has(stream)
    register.remove(stream)
    asking.delete(stream)
    // A server that stops ends all streams, and the browsers come back to another.
    if (known && !closed) void tellPresence(stream, 'left')
  }

  async function tellPresence({ listener: { draft, personId } }: Stream, change: 'here' | 'left') {
    if (!draft || personId === null) return
    try {
      await announcePresence(ctx, { ...draft, personId }, change)
    } catch (error) {
      // The tab repeats that it is there, and is forgotten when it does not.
      ctx.log.warn({ err: error }, 'presence not announced')
    }
  }

  function onSignals(signals: readonly string[]) {
    for (const name of signals) {
      if (!name.startsWith('live:')) continue
      const prefix = personNames.find((one) => name.startsWith(one))
      const story = readNews(name)
      const draft = name.startsWith(DRAFT) ? name.slice(DRAFT.length) : presence.heard(name)
      if (prefix) note(name.slice(prefix.length))
      else if (name === FAN_OUT) register.people().forEach(note)
      else if (draft !== null) noteDraft(draft)
      else if (story && register.ofStory(story.storyId).length > 0) news.push(story)
    }
    pump()
  }

  function note(personId: string) {
    if (register.ofPerson(personId).length > 0) behind.add(personId)
  }

  function noteDraft(articleId: string) {
    if (register.ofDraft(articleId).length > 0) edited.add(articleId)
  }

  /** While the line that tells of changes was down nothing was heard, so everybody may have missed something. */
  function setListening(listening: boolean) {
    if (!listening) deafSince ??= ctx.now().getTime()
    else if (deafSince !== null) {
      const since = deafSince
      deafSince = null
      register.people().forEach(note)
      register.drafts().forEach(noteDraft)
      for (const stream of register.all()) {
        if (stream.listener.storyId === null) continue
        stream.storyAt = Math.min(stream.storyAt, since)
        asking.add(stream)
      }
      pump()
    }
  }

  function pump() {
    const idle = behind.size === 0 && news.length === 0 && asking.size === 0 && edited.size === 0
    if (idle || closed || pumping) return
    pumping = sendAll().finally(() => {
      pumping = null
      pump()
    })
  }

  async function sendAll() {
    const people = [...behind].slice(0, PEOPLE_AT_ONCE)
    const [pending, resumed, drafts] = [news, [...asking], [...edited]]
    news = []
    people.forEach((id) => behind.delete(id))
    asking.clear()
    edited.clear()
    try {
      await sendLines(people)
      await sendNews(pending)
      for (const stream of resumed) await sendMissedNews(stream)
      for (const articleId of drafts) await sendDraft(articleId)
    } catch (error) {
      ctx.log.error({ err: error }, 'people on the line could not be told')
      people.forEach(note)
      news = [...pending, ...news]
      resumed.filter((stream) => register.all().has(stream)).forEach((stream) => asking.add(stream))
      drafts.forEach(noteDraft)
      await sleep(FAILED_PAUSE_MS, undefined, { ref: false })
    }
  }

  /** Whoever signed out meanwhile is told nothing more. */
  async function sendLines(people: string[]) {
    if (people.length === 0) return
    await endSignedOut(people.flatMap((id) => register.ofPerson(id)))
    const found = new Map((await standings(ctx, people)).map((row) => [row.personId, row]))
    const lagging = people.flatMap((personId) => {
      const lastSeq = found.get(personId)?.lastSeq ?? 0
      const after = Math.min(...register.ofPerson(personId).map(({ seq }) => seq))
      return after < lastSeq ? { personId, after } : []
    })
    const lines = await linesAfter(ctx, lagging, MOST_LINES)
    const sent = new Map<string, number>()
    for (const { personId, line } of lines) {
      const unread = found.get(personId)?.unread ?? 0
      sent.set(personId, (sent.get(personId) ?? 0) + 1)
      for (const stream of register.ofPerson(personId)) {
        if (stream.seq >= line.seq) continue
        stream.seq = line.seq
        stream.unread = unread
        stream.send('notification', { notification: line, unread })
      }
    }
    for (const personId of people) {
      const { unread, lastSeq } = found.get(personId) ?? { unread: 0, lastSeq: 0 }
      const more = sent.get(personId) === MOST_LINES
      if (more) behind.add(personId)
      for (const stream of register.ofPerson(personId)) {
        if (!more) stream.seq = Math.max(stream.seq, lastSeq)
        if (stream.unread === unread) continue
        stream.unread = unread
        stream.send('unread', { unread, lastSeq })
      }
    }
  }

  async function sendNews(changes: typeof news) {
    const counts = await responseCounts(ctx, [...new Set(changes.map(({ storyId }) => storyId))])
    for (const { storyId, ...change } of changes) {
      const responses = counts.get(storyId)
      if (responses === undefined) continue
      for (const stream of register.ofStory(storyId)) sendChange(stream, { ...change, responses })
    }
  }

  async function sendMissedNews(stream: Stream) {
    const { storyId } = stream.listener
    if (storyId === null) return
    for (const { storyId: _, ...change } of await newsSince(ctx, storyId, stream.storyAt)) sendChange(stream, change)
  }

  /** Those who may not change the draft any more hear nothing of it, and are not shown to the others. */
  async function sendDraft(articleId: string) {
    const streams = register.ofDraft(articleId)
    const present = presence.peopleAt(articleId)
    const known = await editorsAmong(ctx, articleId, [
      ...new Set([...present, ...streams.flatMap(({ listener }) => listener.personId ?? [])]),
    ])
    if (!known) return
    const cards = await cardsOf(
      ctx,
      present.filter((id) => known.editors.has(id)),
    )
    for (const stream of streams) {
      const { personId } = stream.listener
      if (personId === null || !known.editors.has(personId)) continue
      if (stream.draftVersion !== known.version) {
        stream.draftVersion = known.version
        stream.send('draft', { articleId, version: known.version })
      }
      const people = cards.filter(({ id }) => id !== personId)
      const shown = JSON.stringify(people)
      if (stream.people === shown) continue
      stream.people = shown
      stream.send('presence', { articleId, people })
    }
  }

  function sendChange(stream: Stream, change: Omit<StoryNews, 'storyId'>) {
    stream.storyAt = ctx.now().getTime()
    stream.send('response', change)
  }

  /** Keeps the lines of proxies open, and ends those of people who have signed out. */
  async function beat() {
    for (const stream of register.all()) stream.write(':\n\n')
    try {
      await endSignedOut([...register.all()])
    } catch (error) {
      ctx.log.error({ err: error }, 'it could not be seen who has signed out')
    }
  }

  async function endSignedOut(streams: Stream[]) {
    const ids = [...new Set(streams.flatMap(({ listener }) => listener.sessionId ?? []))]
    if (ids.length === 0) return
    const ongoing = await ongoingSessions(ctx, ids)
    for (const stream of streams) {
      const { sessionId } = stream.listener
      if (sessionId === null || ongoing.has(sessionId)) continue
      leave(stream)
      stream.end()
    }
  }

  return {
    checkRoom: register.checkRoom,
    open,
    leave,
    onSignals,
    setListening,
    beat,
    /** Ends every line; the browsers come back, to whichever process serves then. */
    async close() {
      closed = true
      clearInterval(timer)
      clearInterval(sweeper)
      for (const stream of register.all()) {
        stream.end(Math.round(COME_BACK_MS.least + Math.random() * (COME_BACK_MS.most - COME_BACK_MS.least)))
      }
      await pumping
    },
  }
}

export type LiveHub = ReturnType<typeof createHub>
