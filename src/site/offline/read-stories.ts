/** Cache names and entries, shared by the worker, which writes, and the pages, which read. */
export const READ = 'bramble-read'
export const FILES = 'bramble-files'

/** A story that is stored for offline reading. */
export type ReadStory = {
  /** Relative to the base URL. */
  path: string
  title: string
  author: string
  language: string
  /** Absent in entries of older versions. */
  id?: string
  /** 0 if it was saved and not opened. */
  readAt: number
  savedAt?: number
  /** Every stored URL with its size in bytes. */
  files: Record<string, number>
  /** Build files of its page; other pages may share them. */
  assets: string[]
}

/** The cache key of the list itself; not a real URL. */
export function listUrl(base: string) {
  return `${base}__read-stories`
}

/** When a story was last opened or saved. */
export function lastUsed({ readAt, savedAt = 0 }: ReadStory) {
  return Math.max(readAt, savedAt)
}

/** The stored stories, most recent first. */
export async function readStories(base: string): Promise<ReadStory[]> {
  const list = await (await caches.open(READ)).match(listUrl(base))
  const stories: ReadStory[] = list ? await list.json() : []
  return stories.toSorted((a, b) => lastUsed(b) - lastUsed(a))
}

/** Messages from pages to the worker. */
export type WorkerMessage = Opened | Saved | { kind: 'writes'; build: string } | { kind: 'forget' }

/** The viewer saved a story, or removed it from all lists. */
export type Saved = { kind: 'saved'; id: string; saved: boolean }

export type Opened = {
  kind: 'opened'
  path: string
  build: string
  /** URLs that the page loaded, some of them before the worker was active. */
  pictures: string[]
  assets: string[]
}

/** Deletes all stored stories, on sign-out. */
export async function deleteStoredStories() {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return
  const message: WorkerMessage = { kind: 'forget' }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to choose
  navigator.serviceWorker.controller?.postMessage(message)
  await caches.delete(READ)
}
