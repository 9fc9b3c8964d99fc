import type { LiveEvents } from '#contract/notifications.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
const names = ['notification', 'unread', 'response'] as const

type Handlers = { [Name in keyof LiveEvents]: Set<(event: LiveEvents[Name]) => void> }
const handlers: Handlers = { notification: new Set(), unread: new Set(), response: new Set() }

/** The stories that are open, by how many parts of the page watch them. The last one that was opened is heard of. */
const watched = new Map<string, number>()
/** The person who is signed in here, and the last change they have seen. */
let person: string | null = null
let last = ''
let source: EventSource | null = null
let address = ''
let wait = FIRST_WAIT_MS
let timer: ReturnType<typeof setTimeout> | undefined
let settling = false

/** Calls the handler with everything of that name that arrives, until the returned function is called. */
export function onLive<Name extends keyof LiveEvents>(name: Name, handler: (event: LiveEvents[Name]) => void) {
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

/** Hears what this person is told from a change on, until the returned function is called. */
export function followPerson(personId: string, lastSeq: number): () => void {
  if (person !== personId) last = String(lastSeq)
  person = personId
  settle()
  return () => {
    if (person !== personId) return
    person = null
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
    const wanted = person === null && story === undefined ? '' : `${person ?? ''} ${story ?? ''}`
    if (wanted === address) return
    address = wanted
    wait = FIRST_WAIT_MS
    open()
  })
}

function open() {
  clearTimeout(timer)
  source?.close()
  source = null
  if (!address) return
  const story = address.split(' ')[1]
  const query = new URLSearchParams({ ...(story && { story }), ...(last && { after: last }) })
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
  for (const name of names) opened.addEventListener(name, (event) => pass(name, event))
}

function pass<Name extends keyof LiveEvents>(name: Name, { data, lastEventId }: MessageEvent<string>) {
  if (lastEventId) last = lastEventId
  const event: LiveEvents[Name] = JSON.parse(data)
  for (const handler of handlers[name]) handler(event)
}

/** Where the site is, as the document says: this is loaded late and by parts that know nothing of the start. */
function base() {
  const { home } = document.documentElement.dataset
  return home && URL.canParse(home) ? new URL(home).pathname : '/'
}
