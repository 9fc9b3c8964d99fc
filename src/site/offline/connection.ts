import { UNREACHABLE_MS } from '#contract/constants.ts'

const LOOK_MS = 2_500
const OFFLINE_WORDS = 'You’re offline. You can still read stories you opened or saved.'
const UNREACHABLE_WORDS = 'The site is unreachable. You can still read stories you opened or saved.'

/** Shows a notice while the browser is offline or the site is unreachable. */
export function watchConnection(base: string) {
  let banner: HTMLElement | null = null
  let doubtfulSince = 0

  function say(words: string) {
    banner?.remove()
    // The editor has its own notice, and its footer must not be covered.
    if (document.querySelector('[data-writing]')) return
    banner = bannerWith(words, base)
    document.body.append(banner)
  }

  /** Polls until the site responds. */
  async function look() {
    const reached = await isReachable(base)
    if (reached) {
      doubtfulSince = 0
      banner?.remove()
      banner = null
      return
    }
    if (!banner && Date.now() - doubtfulSince >= UNREACHABLE_MS) say(UNREACHABLE_WORDS)
    setTimeout(() => void look(), LOOK_MS)
  }

  function doubt() {
    if (doubtfulSince) return
    doubtfulSince = Date.now()
    void look()
  }

  function offline() {
    say(OFFLINE_WORDS)
    doubt()
  }

  addEventListener('offline', offline)
  addEventListener('online', doubt)
  navigator.serviceWorker.addEventListener('message', doubt)
  if (!navigator.onLine) offline()
  // The offline page is served by the service worker, not by the network.
  else if (location.pathname === `${base}offline`) doubt()
}

/** Whether the site responds now. */
export async function isReachable(base: string) {
  try {
    const signal = AbortSignal.timeout(LOOK_MS)
    return (await fetch(`${base}builds/latest.json?${Date.now()}`, { cache: 'no-store', signal })).ok
  } catch {
    // Unreachable.
    return false
  }
}

function bannerWith(words: string, base: string) {
  const banner = document.createElement('div')
  banner.setAttribute('role', 'status')
  banner.id = 'connection'
  banner.className =
    'fixed inset-x-0 bottom-0 z-50 flex flex-wrap justify-center gap-x-3 bg-gray-900 px-4 py-3 text-sm text-white print:hidden'
  const link = document.createElement('a')
  Object.assign(link, { href: `${base}offline`, textContent: 'See which', className: 'font-medium underline' })
  banner.append(words, link)
  return banner
}
