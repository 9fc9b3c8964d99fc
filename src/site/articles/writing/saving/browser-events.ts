import type { Engine } from './engine.ts'

/** A tab that was away this long may have missed what others saved. */
const AWAY_MS = 20_000

/** Ties the engine to what happens to the tab. Returns how to untie it. */
export function followBrowser(engine: Engine) {
  let leftAt: number | null = null
  const stop = new AbortController()
  const { signal } = stop

  const back = () => {
    const away = leftAt === null ? 0 : Date.now() - leftAt
    leftAt = null
    if (away > AWAY_MS) void engine.look()
    else void engine.flush()
  }
  const going = () => {
    leftAt ??= Date.now()
    engine.keepAtOnce()
    void engine.flush()
  }
  const visibility = () => (document.visibilityState === 'visible' ? back() : going())

  addEventListener('online', () => void engine.flush(), { signal })
  addEventListener('focus', () => void engine.flush(), { signal })
  addEventListener(
    'pagehide',
    () => {
      going()
      engine.leave()
    },
    { signal },
  )
  // Brought back as it was by the Back button, a page has been asleep for as long as it was away.
  addEventListener('pageshow', ({ persisted }) => persisted && void engine.comeBack(), { signal })
  document.addEventListener('visibilitychange', visibility, { signal })
  addEventListener(
    'beforeunload',
    (event) => {
      // What is in the browser's storage comes back with the next visit, so only a text that is neither there nor on
      // the server is worth a question. That is when the browser refuses to store, or has no room.
      if (!engine.keepAtOnce()) event.preventDefault()
    },
    { signal },
  )
  return () => stop.abort()
}
