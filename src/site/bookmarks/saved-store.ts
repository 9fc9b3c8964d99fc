import { useSyncExternalStore } from 'react'
import { openChannel } from '#site/channel.ts'
import { useShell } from '#site/page.ts'

/** What a button that saves needs to know of a story. */
export type Savable = { id: string; title: string; saved: boolean }

type News = { key: string; saved: boolean }

/** What was saved or taken back since this page was loaded; whatever the server sent before is older. */
const known = new Map<string, boolean>()
const listeners = new Set<() => void>()
let otherTabs: BroadcastChannel | null = null

export function keyOf(viewerId: string, storyId: string) {
  return `${viewerId} ${storyId}`
}

export function savedNow(key: string) {
  return known.get(key)
}

/** Shows on every card of the story at once, and in other tabs when `tell` is given. */
export function setSaved(key: string, saved: boolean, tell = false) {
  known.set(key, saved)
  for (const listener of listeners) listener()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, being of one origin
  if (tell) otherTabs?.postMessage({ key, saved } satisfies News)
}

function subscribe(listener: () => void) {
  if (otherTabs === null) {
    otherTabs = openChannel('bramble-saved')
    otherTabs?.addEventListener('message', ({ data }: MessageEvent<News>) => setSaved(data.key, data.saved))
  }
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the viewer has a story in a list, as far as this browser knows. */
export function useSaved({ id, saved }: Pick<Savable, 'id' | 'saved'>) {
  const { viewer } = useShell()
  const key = keyOf(viewer?.id ?? '', id)
  return useSyncExternalStore(
    subscribe,
    () => known.get(key) ?? saved,
    () => saved,
  )
}
