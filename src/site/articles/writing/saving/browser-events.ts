import type { Engine } from './engine.ts'

/** A tab that was hidden this long may have missed versions that others saved. */
const REFRESH_AFTER_MS = 20_000

/** Connects the engine to the events of the tab. Returns a function that disconnects it. */
export function bindBrowserEvents(engine: Engine) {
  let hiddenAt: number | null = null
  const controller = new AbortController()
  const { signal } = controller

  const onVisible = () => {
    const hiddenMs = hiddenAt === null ? 0 : Date.now() - hiddenAt
    hiddenAt = null
    if (hiddenMs > REFRESH_AFTER_MS) void engine.refresh()
    else void engine.flush()
  }
  const onHidden = () => {
    hiddenAt ??= Date.now()
    engine.storeForUnload()
    void engine.flush()
  }
  const onVisibilityChange = () => (document.visibilityState === 'visible' ? onVisible() : onHidden())

  addEventListener('online', () => void engine.flush(), { signal })
  addEventListener('focus', () => void engine.flush(), { signal })
  addEventListener(
    'pagehide',
    () => {
      onHidden()
      engine.leave()
    },
    { signal },
  )
  // Restored from the back/forward cache.
  addEventListener('pageshow', ({ persisted }) => persisted && void engine.resume(), { signal })
  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  addEventListener(
    'beforeunload',
    (event) => {
      // A local copy is recovered on the next visit, so the browser asks only if edits are neither there nor on the
      // server: when storage is refused or full.
      if (!engine.storeForUnload()) event.preventDefault()
    },
    { signal },
  )
  return () => controller.abort()
}
