import { UNREACHABLE_MS } from '#contract/constants.ts'
import { FILES, READ, type Saved, type WorkerMessage } from './read-stories.ts'
import { removeSaved, storeImage, storeOpened, storePage, storeSaved, storedImage } from './store-story.ts'
import { handlePush } from './push.ts'
import { createStoryStore, cacheKeyOf } from './story-store.ts'
import type { FetchEvent, WorkerScope } from './worker-scope.ts'

declare const self: WorkerScope

const OFFLINE = '/offline'
/** The editor for stories that are stored on the device. The page itself is the same for every visitor. */
const WRITE = '/offline/write'
const WRITING = /^\/(admin\/)?articles\/(edit|new)\/?$/i
const PAYLOAD = '/_payload.json'
const base = new URL(self.registration.scope).pathname
const shelf = createStoryStore(base)
let keptBuild = ''
let writingBuild = ''
handlePush(self)

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([storePage(base, OFFLINE), self.skipWaiting()]))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]))
})

self.addEventListener('message', (event) => {
  if (isWorkerMessage(event.data)) event.waitUntil(onMessage(event.data))
})

async function onMessage(message: WorkerMessage) {
  if (message.kind === 'forget') return shelf.inOrder(() => caches.delete(READ))
  if (message.kind === 'writes') return storeEditor(message.build)
  if (message.kind === 'saved') return onSaved(message)
  try {
    await shelf.inOrder(() => storeOpened(shelf, base, message))
  } catch {
    // The open page was served by this worker.
    return tellUnreachable()
  }
  // The offline page must belong to the same build as its stored code.
  if (message.build !== keptBuild) await storePage(base, OFFLINE)
  keptBuild = message.build
}

async function onSaved({ id, saved }: Saved) {
  try {
    await shelf.inOrder(() => (saved ? storeSaved(shelf, base, id) : removeSaved(shelf, id)))
  } catch {
    // Stored when the story is opened.
    return tellUnreachable()
  }
}

/** Stored only for writers: its code is larger than that of all other pages. */
async function storeEditor(build: string) {
  if (build === writingBuild) return
  // Offline: stored on the next visit.
  await storePage(base, WRITE).then(
    () => (writingBuild = build),
    () => {},
  )
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(base)) return
  const below = pathname.slice(base.length)
  if (request.mode === 'navigate') event.respondWith(page(event))
  else if (pathname.endsWith(PAYLOAD)) event.respondWith(payload(request))
  else if (/^(assets|icons|theme|builds\/meta)\//.test(below)) event.respondWith(file(request))
  else if (/^(media|art)\//.test(below) && request.destination === 'image') event.respondWith(picture(event))
})

/** Network first, then the stored page, then the offline page. */
async function page({ request, preloadResponse }: FetchEvent) {
  const kept = await keptAt(pathOf(request.url))
  const instead = kept ? null : await offlineAddress(request)
  const mayWait = kept === undefined && instead?.startsWith(base + WRITE.slice(1)) !== true
  const fresh = preloadResponse.then((preloaded) => preloaded ?? fetch(request))
  try {
    return await (mayWait ? fresh : within(UNREACHABLE_MS, fresh))
  } catch {
    void tellUnreachable()
    return kept ?? (instead ? Response.redirect(instead) : Response.error())
  }
}

async function payload(request: Request) {
  try {
    return await fetch(request)
  } catch {
    void tellUnreachable()
    const kept = await keptAt(new URL(request.url).pathname)
    if (kept) return kept
    const instead = await offlineAddress(request)
    if (instead === null) return Response.error()
    const to = `/${instead.slice(base.length)}`
    return Response.json({ redirect: { to, external: false } })
  }
}

/** File names contain a content hash, so the first response never expires. */
async function file(request: Request) {
  const files = await caches.open(FILES)
  const kept = await files.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await files.put(request, answer.clone())
  return answer
}

async function picture(event: FetchEvent) {
  const { request } = event
  const address = cacheKeyOf(request.url)
  try {
    const answer = await fetch(request)
    const path = pathOf(request.referrer || request.url)
    if (answer.ok && path.startsWith('/story/')) {
      const copy = answer.clone()
      event.waitUntil(shelf.inOrder(() => storeImage(shelf, path, { address, answer: copy })))
    }
    return answer
  } catch (error) {
    const kept = await storedImage(address)
    if (kept) return kept
    throw error
  }
}

/** A stored story or the offline page by path, or a payload by URL. */
async function keptAt(path: string) {
  const address = path.startsWith(base) && path.endsWith(PAYLOAD) ? path : base + path.slice(1)
  return (await (await caches.open(READ)).match(address)) ?? (await caches.open(FILES)).match(address)
}

/** The path of a page relative to the base, without query and trailing slash. */
function pathOf(url: string) {
  return `/${new URL(url).pathname.slice(base.length)}`.replace(/(.)\/+$/, '$1')
}

/** The fallback for a page that cannot be reached; null when none is stored. */
async function offlineAddress({ url }: Request) {
  const from = `/${cacheKeyOf(url).slice(base.length)}`.replace(PAYLOAD, '')
  const [pathname = ''] = from.split('?', 1)
  for (const stored of WRITING.test(pathname) ? [WRITE, OFFLINE] : [OFFLINE]) {
    const address = base + stored.slice(1)
    if (await caches.match(address)) return `${address}?from=${encodeURIComponent(from)}`
  }
  return null
}

function within(ms: number, answer: Promise<Response>) {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('No answer in time')), ms))
  return Promise.race([answer, late])
}

/** Asks open pages to check the connection themselves. */
async function tellUnreachable() {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- pages of the worker's own origin
  for (const client of await self.clients.matchAll()) client.postMessage('unreachable')
}

function isWorkerMessage(data: unknown): data is WorkerMessage {
  return typeof data === 'object' && data !== null && 'kind' in data
}
