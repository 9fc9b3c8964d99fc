import { openChannel } from '#site/browser/broadcast-channel.ts'
import type { WorkerMessage } from '#site/offline/read-stories.ts'
import { useShell } from '#site/page.ts'
import { createStore, useStore } from '#site/ui/store.ts'
import { type Toggle, createToggle } from '#site/ui/toggle.ts'

export type Savable = { id: string; title: string; saved: boolean }

type SavedMessage = { key: string; saved: boolean }

/** Changes since the page was loaded. They override data from the server. */
const known = createStore<ReadonlyMap<string, boolean>>(new Map())
let otherTabs: BroadcastChannel | null = null

export function keyOf(viewerId: string, storyId: string) {
  return `${viewerId} ${storyId}`
}

export function savedNow(key: string) {
  return known.get().get(key)
}

/** Updates every card of the story. With `broadcast`, also other tabs and the stories stored for offline reading. */
export function setSaved(key: string, saved: boolean, broadcast = false) {
  known.set(new Map(known.get()).set(key, saved))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, being of one origin
  if (broadcast) otherTabs?.postMessage({ key, saved } satisfies SavedMessage)
  if (broadcast) void storeOffline(key, saved)
}

/** On a first visit the worker starts later than the page, so this waits for it. */
async function storeOffline(key: string, saved: boolean) {
  const [, id = ''] = key.split(' ')
  const worker = await navigator.serviceWorker?.ready
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to choose
  worker?.active?.postMessage({ kind: 'saved', id, saved } satisfies WorkerMessage)
}

const toggles = new Map<string, Toggle<boolean>>()

/** Shared by all cards of a story. `shown` is the state on screen. */
export function saveToggle(key: string, shown: boolean) {
  const store = {
    get: () => known.get().get(key) ?? shown,
    set: (saved: boolean) => setSaved(key, saved),
    subscribe: known.subscribe,
  }
  const toggle = toggles.get(key) ?? createToggle(store, { isOn: (saved) => saved, turn: (_, saved) => saved })
  toggles.set(key, toggle)
  toggle.adopt(shown)
  return toggle
}

function subscribe(listener: () => void) {
  if (otherTabs === null) {
    otherTabs = openChannel('bramble-saved')
    otherTabs?.addEventListener('message', ({ data }: MessageEvent<SavedMessage>) => setSaved(data.key, data.saved))
  }
  return known.subscribe(listener)
}

export function useSaved({ id, saved }: Pick<Savable, 'id' | 'saved'>) {
  const { viewer } = useShell()
  const key = keyOf(viewer?.id ?? '', id)
  return useStore(
    { get: known.get, subscribe },
    (changes) => changes.get(key) ?? saved,
    () => saved,
  )
}
