import type { Boot } from '#site/page.ts'
import { watchConnection } from './connection.ts'
import type { WorkerMessage } from './read-stories.ts'

type Router = {
  state: { location: { pathname: string } }
  subscribe(listener: (state: { navigation: { state: string } }) => void): () => void
}

/** Registers the service worker for offline reading, when the browser is idle. */
export async function registerWorker({ base, build }: Pick<Boot, 'base' | 'build'>, router: Router) {
  if (!('serviceWorker' in navigator)) return
  await idle()
  watchConnection(base)
  // Not available, for example in some private windows.
  const registered = await navigator.serviceWorker.register(`${base}sw.js`, { scope: base }).catch(() => null)
  if (!registered) return
  const { active } = await navigator.serviceWorker.ready
  let announced = ''

  function tell() {
    const path = `/${location.pathname.slice(base.length)}`.replace(/(.)\/+$/, '$1')
    if (path === announced) return
    if (/^\/(admin\/)?articles\/(edit|new)$/i.test(path)) {
      announced = path
      const writes: WorkerMessage = { kind: 'writes', build }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to choose
      return active?.postMessage(writes)
    }
    if (!/^\/story\/[^/]+$/.test(path)) return
    announced = path
    const pictures = [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0)
    const assets = performance.getEntriesByType('resource').map(({ name }) => name)
    const opened: WorkerMessage = {
      kind: 'opened',
      path,
      build,
      pictures: pictures.map(({ currentSrc }) => currentSrc),
      assets: assets.filter((name) => name.startsWith(`${location.origin}${base}assets/`)),
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to choose
    active?.postMessage(opened)
  }
  tell()
  // After the story and its first images are on screen.
  router.subscribe(({ navigation }) => navigation.state === 'idle' && setTimeout(tell, 1000))
}

function idle() {
  return new Promise<void>((resolve) => {
    const wait = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(() => resolve()) : resolve())
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
  })
}
