import { USER_DATA_KEY } from '#contract/constants.ts'
import { STORED } from './stored-mark.ts'
import { loadForClicks, whenTouched } from './first-input.ts'
import { asksForPrivacy } from './privacy-choice.ts'
import { reloadOnce } from './reload-once.ts'
import { SIGN_OUT_REASON_KEY, readStored } from './web-storage.ts'

/**
 * Starts a page whose document does not load its code: at the first user input,
 * for a member also when the browser is idle after loading.
 */
export function startOnDemand() {
  const script = document.querySelector<HTMLElement>('script[data-start]')
  if (!script) return
  const { start: when, code = '' } = script.dataset
  const [entry = '', ...others] = code.split(' ')
  const userAtLoad = readStored('localStorage', USER_DATA_KEY)
  let started = false
  const start = () => {
    if (started) return
    started = true
    // Signed in meanwhile in another tab: this page is still that of a visitor.
    if (userAtLoad === null && readStored('localStorage', USER_DATA_KEY) !== null && reloadOnce(here())) return
    for (const url of others) preload(url)
    void loadForClicks(() => load(entry))
  }
  if (cannotWait()) start()
  else whenTouched(start)
  if (when === 'idle') afterLoad(start)
}

/** Not part of the page's code, so that pages are counted whose code never starts. */
export function loadAnalytics() {
  const { analytics } = document.querySelector<HTMLElement>('[data-analytics]')?.dataset ?? {}
  // Extensions may block it.
  if (analytics && !asksForPrivacy()) afterLoad(() => void import(/* @vite-ignore */ analytics).catch(() => {}))
}

/** Whether the code changes what the page shows. */
function cannotWait() {
  const [visit] = performance.getEntriesByType('navigation')
  return (
    // A stored copy gets the header of the person who uses the device.
    STORED in document.documentElement.dataset ||
    // A deep link into a conversation, whose page may be a later one.
    location.hash.startsWith('#response') ||
    // A gift link, which shows the rest of a members' story.
    location.search.includes('gift=') ||
    // After Back and Reload, a list shows what it had loaded.
    (visit && 'type' in visit && visit.type !== 'navigate') ||
    readStored('sessionStorage', SIGN_OUT_REASON_KEY) !== null
  )
}

function preload(href: string) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}

async function load(entry: string): Promise<unknown> {
  try {
    return await import(/* @vite-ignore */ entry)
  } catch (error) {
    const reachable = await fetch(location.href, { method: 'HEAD' }).then(
      () => true,
      () => false,
    )
    // The page may belong to an older build whose files are gone.
    if (reachable && reloadOnce(here())) return new Promise(() => {})
    throw error
  }
}

function here() {
  return location.pathname + location.search
}

function afterLoad(task: () => void) {
  const wait = () => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => task(), { timeout: 3000 })
    else setTimeout(task, 200)
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}
