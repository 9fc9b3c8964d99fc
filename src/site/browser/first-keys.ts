import { isHydrated } from './first-input.ts'
import { mayBeShortcut } from './shortcut-keys.ts'

/** A key that was pressed this long ago no longer counts. */
const STALE_MS = 10_000
const singleKeys = new Set(['/', 'b', 'j', 'k', 'l'])

type Listener = (event: KeyboardEvent) => void

let held: KeyboardEvent[] = []

/** Whether a key opens the search palette: what is typed after it is a query. */
export function opensSearch(event: KeyboardEvent) {
  const { key, metaKey, ctrlKey, shiftKey, altKey, isComposing } = event
  if (isComposing || altKey) return false
  const command = (metaKey || ctrlKey) && !shiftKey && key.toLowerCase() === 'k'
  return command || (key === '/' && mayBeShortcut(event))
}

/** Queues shortcuts that are pressed before their code has loaded. */
export function holdKeys() {
  // On the window and not captured: after every listener that handles the key.
  addEventListener('keydown', (event) => {
    if (!event.isTrusted || event.defaultPrevented || event.repeat || isHydrated() || held.some(opensSearch)) return
    const opens = opensSearch(event)
    if (!opens && !(singleKeys.has(event.key) && mayBeShortcut(event))) return
    // Before the page's own, the browser's shortcut for these keys would run.
    if (opens) event.preventDefault()
    const { key, ctrlKey, metaKey } = event
    held.push(new KeyboardEvent('keydown', { key, ctrlKey, metaKey, cancelable: true }))
  })
}

/** Listens for shortcuts, also for those pressed earlier. Returns a function that stops it. */
export function onShortcut(listener: Listener) {
  document.addEventListener('keydown', listener)
  const now = performance.now()
  held = held.filter((event) => {
    if (now - event.timeStamp > STALE_MS) return false
    listener(event)
    return !event.defaultPrevented
  })
  return () => document.removeEventListener('keydown', listener)
}
