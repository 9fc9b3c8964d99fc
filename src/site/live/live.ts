import type { LiveEvents } from '#contract/notifications/notifications.ts'
import { openChannel } from '#site/channel.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
const AWAY_AFTER_MS = 10_000
/** A browser opens six HTTP/1.1 connections to a site for all its tabs together: half of them stay free for requests. */
const MOST_STREAMS = 3

type Handlers = { [Name in keyof LiveEvents]: Set<(event: LiveEvents[Name]) => void> }
const handlers: Handlers = {
  notification: new Set(),
  unread: new Set(),
  response: new Set(),
  draft: new Set(),
  presence: new Set(),
}

/** The stories that are open, by how many parts of the page watch them. The last one that was opened is heard of. */
const watched = new Map<string, number>()
/** The draft that is open in the editor, and this tab as the server knows it. */
let edited: { articleId: string; client: string } | null = null
/** The person who is signed in here, and the last change they have seen. */
let person: string | null = null
let followers = 0
let last = ''
let source: EventSource | null = null
let address = ''
let wait = FIRST_WAIT_MS
let timer: ReturnType<typeof setTimeout> | undefined
let settling = false
let watching = false
/** A tab in the background has no connection, and neither has one behind three that opened theirs later. */
let away = false
/** The tabs that opened a connection after this one did. */
const newer = new Set<string>()
let tabs: BroadcastChannel | null = null
let leaving: ReturnType<typeof setTimeout> | undefined

/** Calls the handler with everything of that name that arrives, until the returned function is called. */
export function onLiveEvent<Name extends keyof LiveEvents>(name: Name, handler: (event: LiveEvents[Name]) => void) {
  handlers[name].add(handler)
  return () => void handlers[name].delete(handler)
}

/** Hears of responses below a story, until the returned function is called. What was heard may come again after a gap. */
export function watchStory(articleId: string): () => void {
  watched.set(articleId, (watched.get(articleId) ?? 0) + 1)
  settle()
  let over = false
  return () => {
    if (over) return
    over = true
    const left = (watched.get(articleId) ?? 1) - 1
    if (left > 0) watched.set(articleId, left)
    else watched.delete(articleId)
    settle()
  }
}

/** Hears who else edits a draft and when it is saved, and is seen by them, until the returned function is called. */
export function watchDraft(articleId: string, client: string): () => void {
  const own = { articleId, client }
  edited = own
  settle()
  return () => {
    if (edited !== own) return
    edited = null
    settle()
  }
}

/** Hears what this person is told from a change on, until the returned function is called. */
export function watchPerson(personId: string, lastSeq: number): () => void {
  if (person !== personId) {
    person = personId
    followers = 0
    last = String(lastSeq)
  }
  followers += 1
  settle()
  let over = false
  return () => {
    if (over || person !== personId) return
    over = true
    followers -= 1
    settle()
  }
}

/** Once all that a page opens or closes at a time has said so, the line is what they want together. */
function settle() {
  if (settling) return
  settling = true
  queueMicrotask(() => {
    settling = false
    const story = [...watched.keys()].at(-1)
    const followed = followers > 0 ? person : null
    const parts = [followed ?? '', story ?? '', edited?.articleId ?? '', edited?.client ?? '']
    watchPage()
    const wanted = away || parts.every((part) => part === '') ? '' : parts.join(' ')
    if (wanted === address) return
    address = wanted
    wait = FIRST_WAIT_MS
    open()
  })
}

function watchPage() {
  if (watching) return
  watching = true
  away = document.visibilityState === 'hidden'
  watchTabs()
  const go = (gone: boolean) => {
    clearTimeout(leaving)
    away = gone
    settle()
  }
  const comeBack = () => {
    if (document.visibilityState === 'visible') go(false)
  }
  document.addEventListener('visibilitychange', () => {
    comeBack()
    if (document.visibilityState === 'hidden') leaving = setTimeout(go, AWAY_AFTER_MS, true)
  })
  // A window beside others is visible all the time.
  addEventListener('focus', comeBack)
  // A page with an open line would not be kept for the way back.
  addEventListener('pagehide', () => go(true))
  addEventListener('pageshow', comeBack)
}

type Announcement = { kind: 'opened' | 'closed'; tab: string }
const tab = Math.random().toString(36).slice(2)

/** The tabs of a browser take turns, because a seventh connection would wait until another one closes. */
function watchTabs() {
  tabs = openChannel('bramble-live')
  tabs?.addEventListener('message', ({ data }: MessageEvent<Announcement>) => {
    if (data.kind === 'closed') newer.delete(data.tab)
    else if (source) newer.add(data.tab)
    if (newer.size < MOST_STREAMS) return
    away = true
    settle()
  })
}

function announce(kind: Announcement['kind']) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  tabs?.postMessage({ kind, tab } satisfies Announcement)
}

function open() {
  clearTimeout(timer)
  source?.close()
  source = null
  newer.clear()
  announce(address ? 'opened' : 'closed')
  if (!address) return
  const [, story, edit, client] = address.split(' ')
  const query = new URLSearchParams({
    ...(story && { story }),
    ...(edit && client && { edit, client }),
    ...(last && { after: last }),
  })
  const opened = new EventSource(`${base()}api/live?${query.toString()}`)
  source = opened
  opened.addEventListener('open', () => {
    wait = FIRST_WAIT_MS
  })
  opened.addEventListener('error', () => {
    // A line that broke is opened again by the browser; one that was refused is not.
    if (opened !== source || opened.readyState !== EventSource.CLOSED) return
    // Not all at once: after a restart, everybody comes back.
    timer = setTimeout(open, wait * (0.5 + Math.random()))
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  })
  opened.addEventListener('notification', (event) => pass(handlers.notification, read(event)))
  opened.addEventListener('unread', (event) => pass(handlers.unread, read(event)))
  opened.addEventListener('response', (event) => pass(handlers.response, read(event)))
  opened.addEventListener('draft', (event) => pass(handlers.draft, read(event)))
  opened.addEventListener('presence', (event) => pass(handlers.presence, read(event)))
}

function read({ data, lastEventId }: MessageEvent<string>) {
  if (lastEventId) last = lastEventId
  return JSON.parse(data)
}

function pass<Event>(listeners: ReadonlySet<(event: Event) => void>, event: Event) {
  for (const listener of listeners) listener(event)
}

/** Where the site is, as the document says: this is loaded late and by parts that know nothing of the start. */
function base() {
  const { home } = document.documentElement.dataset
  return home && URL.canParse(home) ? new URL(home).pathname : '/'
}
