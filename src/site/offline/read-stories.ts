/** The caches of the browser, and what stands in them. Shared by the worker, which writes, and the pages, which look. */
export const READ = 'bramble-read'
export const FILES = 'bramble-files'

/** A story that can be read without a network. */
export type ReadStory = {
  /** Below the base address. */
  path: string
  title: string
  author: string
  language: string
  readAt: number
  /** Every address that is kept for it, with its size. */
  files: Record<string, number>
  /** Files of the build that its page asks for; others may ask for them, too. */
  assets: string[]
}

/** Where the list itself is kept: an address that no server knows. */
export function listAddress(base: string) {
  return `${base}__read-stories`
}

/** What was read, the latest first. */
export async function readStories(base: string): Promise<ReadStory[]> {
  const list = await (await caches.open(READ)).match(listAddress(base))
  const stories: ReadStory[] = list ? await list.json() : []
  return stories.toSorted((a, b) => b.readAt - a.readAt)
}

/** What pages tell the worker. */
export type WorkerMessage = Opened | { kind: 'writes'; build: string } | { kind: 'forget' }

export type Opened = {
  kind: 'opened'
  path: string
  build: string
  /** What the page has loaded so far, some of it before there was a worker to see it. */
  pictures: string[]
  assets: string[]
}

/** Leaves no trace of what was read here: the next person at this browser is somebody else. */
export async function forgetRead() {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  const message: WorkerMessage = { kind: 'forget' }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to choose
  navigator.serviceWorker.controller?.postMessage(message)
  await caches.delete(READ)
}
