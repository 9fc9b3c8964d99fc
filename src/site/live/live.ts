import type { LiveEvents } from '#contract/notifications/notifications.ts'
import { openChannel } from '#site/browser/broadcast-channel.ts'
import { type SharedEvent, type SharedStream, joinSharedStream } from './shared-stream.ts'

const MIN_RETRY_MS = 1000
const MAX_RETRY_MS = 60_000
const HIDDEN_TIMEOUT_MS = 10_000
/** Browsers open six HTTP/1.1 connections per site for all tabs together: half of them stay free for requests. */
const MAX_STREAMS = 3

type Handlers = { [Name in keyof LiveEvents]: Set<(event: LiveEvents[Name]) => void> }
const handlers: Handlers = {
  notification: new Set(),
  unread: new Set(),
  response: new Set(),
  draft: new Set(),
  presence: new Set(),
}

/** The watched stories and the number of watchers. The stream is for the story that was watched last. */
const watched = new Map<string, number>()
/** The draft that is open in the editor, and the id of this tab. */
let draft: { articleId: string; client: string } | null = null
let person: string | null = null
let subscribers = 0
let lastEventId = ''
let source: EventSource | null = null
let target = ''
let retryMs = MIN_RETRY_MS
let retryTimer: ReturnType<typeof setTimeout> | undefined
let scheduled = false
let initialized = false
/** No connection for a story or draft in the background, or after `MAX_STREAMS` other tabs connected later. */
let paused = false
/** The page was left and may be in the back/forward cache. */
let isPageHidden = false
/** The events of the person, shared with the other tabs. Null when the browser cannot share. */
let shared: { personId: string; stream: SharedStream | null } | null = null
/** Tabs that connected after this one. */
const newer = new Set<string>()
let tabs: BroadcastChannel | null = null
let hiddenTimer: ReturnType<typeof setTimeout> | undefined

/** Adds an event handler and returns a function that removes it. */
export function onLiveEvent<Name extends keyof LiveEvents>(name: Name, handler: (event: LiveEvents[Name]) => void) {
  handlers[name].add(handler)
  return () => void handlers[name].delete(handler)
}

/** Subscribes to the responses of a story and returns a function that unsubscribes. Events may repeat after a gap. */
export function watchStory(articleId: string): () => void {
  watched.set(articleId, (watched.get(articleId) ?? 0) + 1)
  scheduleConnect()
  let stopped = false
  return () => {
    if (stopped) return
    stopped = true
    const remaining = (watched.get(articleId) ?? 1) - 1
    if (remaining > 0) watched.set(articleId, remaining)
    else watched.delete(articleId)
    scheduleConnect()
  }
}

/** Joins a draft: subscribes to its saves and presence and is listed as present. Returns a function that leaves. */
export function watchDraft(articleId: string, client: string): () => void {
  const own = { articleId, client }
  draft = own
  scheduleConnect()
  return () => {
    if (draft !== own) return
    draft = null
    scheduleConnect()
  }
}

/** Subscribes to a person's notifications after `lastSeq` and returns a function that unsubscribes. */
export function watchPerson(personId: string, lastSeq: number): () => void {
  if (person !== personId) {
    person = personId
    subscribers = 0
    lastEventId = String(lastSeq)
  }
  subscribers += 1
  scheduleConnect()
  let stopped = false
  return () => {
    if (stopped || person !== personId) return
    stopped = true
    subscribers -= 1
    scheduleConnect()
  }
}

/** Reconnects if the subscriptions changed. Batched in a microtask, because a page changes several at once. */
function scheduleConnect() {
  if (scheduled) return
  scheduled = true
  queueMicrotask(() => {
    scheduled = false
    initialize()
    const wanted = wantedTarget()
    if (wanted === target) return
    target = wanted
    retryMs = MIN_RETRY_MS
    connect()
  })
}

/** The tab that leads is connected for all tabs of the person; the others only for an open story or draft. */
function wantedTarget() {
  const subscribed = subscribers > 0 && !isPageHidden ? person : null
  joinTabs(subscribed)
  const details = [[...watched.keys()].at(-1) ?? '', draft?.articleId ?? '', draft?.client ?? '']
  const open = paused ? details.map(() => '') : details
  const leading = shared?.stream ? shared.stream.isLeading() : !paused
  if ((subscribed !== null && leading) || open.some((part) => part !== '')) return [subscribed ?? '', ...open].join(' ')
  return ''
}

function joinTabs(personId: string | null) {
  if (personId === (shared?.personId ?? null)) return
  shared?.stream?.leave()
  shared = null
  if (personId === null) return
  const stream = joinSharedStream(personId, Number.parseInt(lastEventId, 10) || 0, {
    onLead: scheduleConnect,
    onEvent: (event) => {
      // This tab's own stream delivers it, too.
      if (source) return
      lastEventId = withSeqOf(event.id)
      deliver(event)
    },
  })
  shared = { personId, stream }
  if (document.visibilityState === 'visible') stream?.lead()
}

function initialize() {
  if (initialized) return
  initialized = true
  paused = document.visibilityState === 'hidden'
  watchTabs()
  const setPaused = (value: boolean) => {
    clearTimeout(hiddenTimer)
    paused = value
    scheduleConnect()
  }
  const resume = () => {
    if (document.visibilityState === 'visible') setPaused(false)
  }
  document.addEventListener('visibilitychange', () => {
    resume()
    if (document.visibilityState === 'visible') shared?.stream?.lead()
    if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(setPaused, HIDDEN_TIMEOUT_MS, true)
  })
  // With several windows side by side, all of them are always visible.
  addEventListener('focus', resume)
  // An open connection would keep the page out of the back/forward cache.
  addEventListener('pagehide', () => {
    isPageHidden = true
    setPaused(true)
  })
  addEventListener('pageshow', () => {
    isPageHidden = false
    scheduleConnect()
    resume()
  })
}

type Announcement = { kind: 'opened' | 'closed'; tab: string }
const tab = Math.random().toString(36).slice(2)

/** Limits the connections of all tabs, because a seventh connection would wait until another one closes. */
function watchTabs() {
  tabs = openChannel('bramble-live')
  tabs?.addEventListener('message', ({ data }: MessageEvent<Announcement>) => {
    if (data.kind === 'closed') newer.delete(data.tab)
    else if (source) newer.add(data.tab)
    if (newer.size < MAX_STREAMS) return
    paused = true
    scheduleConnect()
  })
}

function announce(kind: Announcement['kind']) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  tabs?.postMessage({ kind, tab } satisfies Announcement)
}

function connect() {
  clearTimeout(retryTimer)
  source?.close()
  source = null
  newer.clear()
  announce(target ? 'opened' : 'closed')
  if (!target) return
  const [, story, edit, client] = target.split(' ')
  const query = new URLSearchParams({
    ...(story && { story }),
    ...(edit && client && { edit, client }),
    ...(lastEventId && { after: lastEventId }),
  })
  const stream = new EventSource(`${base()}api/live?${query.toString()}`)
  source = stream
  stream.addEventListener('open', () => {
    retryMs = MIN_RETRY_MS
  })
  stream.addEventListener('error', () => {
    // The browser reopens a broken connection, but not a rejected one.
    if (stream !== source || stream.readyState !== EventSource.CLOSED) return
    // Jitter, because all browsers reconnect after a restart.
    retryTimer = setTimeout(connect, retryMs * (0.5 + Math.random()))
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  })
  stream.addEventListener('notification', (event) => receive('notification', event))
  stream.addEventListener('unread', (event) => receive('unread', event))
  stream.addEventListener('response', (event) => dispatch(handlers.response, read(event)))
  stream.addEventListener('draft', (event) => dispatch(handlers.draft, read(event)))
  stream.addEventListener('presence', (event) => dispatch(handlers.presence, read(event)))
}

function receive(name: SharedEvent['name'], message: MessageEvent<string>) {
  const event: SharedEvent = { name, event: read(message), id: lastEventId }
  deliver(event)
  if (shared?.stream?.isLeading()) shared.stream.share(event)
}

/** An id has the seq and, with a story, a time, which is that of the tab's own story. */
function withSeqOf(id: string) {
  const [, storyAt] = lastEventId.split('.')
  return [id.split('.')[0], ...(storyAt ? [storyAt] : [])].join('.')
}

function deliver(shown: SharedEvent) {
  if (shown.name === 'notification') dispatch(handlers.notification, shown.event)
  else dispatch(handlers.unread, shown.event)
}

function read(event: MessageEvent<string>) {
  if (event.lastEventId) lastEventId = event.lastEventId
  return JSON.parse(event.data)
}

function dispatch<Event>(listeners: ReadonlySet<(event: Event) => void>, event: Event) {
  for (const listener of listeners) listener(event)
}

/** Read from the document, because this module is also loaded by code without access to the boot data. */
function base() {
  const { home } = document.documentElement.dataset
  return home && URL.canParse(home) ? new URL(home).pathname : '/'
}
