import { type Consent, readConsent, storeConsent } from './consent.ts'
import type { TrackedEvent } from './track.ts'
import { trackedPath } from './tracked-pages.ts'

const SERVICE = 'https://www.googletagmanager.com/gtag/js'

declare global {
  var dataLayer: unknown[] | undefined
}

let started = false

/** Loads the outside analytics service if this browser allowed it, and asks if it was not asked yet. */
export function followConsent(id: string, base: string) {
  const consent = readConsent()
  if (consent === 'allowed') start(id, base)
  if (consent === null && trackedPath(pathIn(base)))
    askConsent(base, (answer) => answer === 'allowed' && start(id, base))
}

/** Forgets the choice, and what the service stored. The service itself is gone with the next page load. */
export function withdrawConsent(id: string) {
  storeConsent('declined')
  Reflect.set(globalThis, `ga-disable-${id}`, true)
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=')
    if (!name.startsWith('_ga')) continue
    const domains = location.hostname.split('.').map((_, index, parts) => parts.slice(index).join('.'))
    for (const domain of ['', ...domains.map((host) => `; domain=${host}`)])
      document.cookie = `${name}=; path=/; max-age=0${domain}`
  }
}

function start(id: string, base: string) {
  if (started) return
  started = true
  const layer = (globalThis.dataLayer ??= [])
  // The service recognises commands by their type, which is `arguments`.
  function send(..._command: unknown[]) {
    // oxlint-disable-next-line prefer-rest-params
    layer.push(arguments)
  }
  function sendView() {
    const path = trackedPath(pathIn(base))
    // Without the query, which may have the key of a gift or of a preview.
    if (path) send('event', 'page_view', { page_location: location.origin + base + path.slice(1) })
  }
  send('js', new Date())
  send('config', id, { send_page_view: false })
  sendView()
  const collector = globalThis.analyticsEvents
  globalThis.analyticsEvents = {
    push(event: TrackedEvent) {
      collector?.push(event)
      if (event.kind === 'view') sendView()
    },
  }
  addEventListener('pageshow', ({ persisted }) => persisted && sendView())
  document.head.append(Object.assign(document.createElement('script'), { src: `${SERVICE}?id=${id}`, async: true }))
}

function pathIn(base: string) {
  const { hash, pathname } = location
  return hash.startsWith('#/') ? hash.slice(1).replace(/\?.*/, '') : pathname.slice(base.length - 1)
}

/** Not part of the app, whose code may never be loaded on a page that is only read. */
function askConsent(base: string, onAnswer: (answer: Consent) => void) {
  const box = document.createElement('section')
  box.setAttribute('aria-label', 'Privacy')
  box.className =
    'no-print fixed inset-x-3 bottom-20 z-40 mx-auto max-w-xl rounded-lg border border-gray-300 bg-white p-4 text-sm text-gray-800 shadow-lg sm:bottom-6'
  const text = document.createElement('p')
  text.textContent =
    'May this site count your visits with Google Analytics? It stores cookies in your browser and sends your address to Google. '
  const link = document.createElement('a')
  link.href = `${base}debug-analytics`
  link.textContent = 'You can change your choice later.'
  link.className = 'underline underline-offset-4'
  text.append(link)
  const buttons = document.createElement('div')
  buttons.className = 'mt-3 flex flex-wrap gap-2'
  for (const [name, answer] of [
    ['Allow', 'allowed'],
    ['Decline', 'declined'],
  ] as const) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = name
    button.className =
      'min-h-11 rounded-full px-5 font-medium ring-1 ring-gray-300 ring-inset hover:bg-gray-50 active:bg-gray-100'
    button.addEventListener('click', () => {
      storeConsent(answer)
      box.remove()
      onAnswer(answer)
    })
    buttons.append(button)
  }
  box.append(text, buttons)
  document.body.append(box)
}
