import { readStored, writeStored } from './web-storage.ts'

/** The attribute of an announcement’s element. Its value names the announcement and its text. */
export const ANNOUNCEMENT = 'data-announcement'

const KEY = 'bramble:dismissed'
const NAME = /^[A-Za-z0-9]+\.\d+$/
const MOST_STORED = 50
const none: readonly string[] = []

let hidden = none
let sheet: CSSStyleSheet | null = null
const listeners = new Set<() => void>()

/** What was dismissed in this browser, and on this page. */
export const dismissed = {
  get: () => hidden,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/**
 * Hides what a visitor dismissed earlier. The page is the same for all visitors, so styles hide it: they apply
 * to the first paint, also when the script runs before the document is parsed.
 */
export function hideDismissed() {
  hide(readNames())
}

/** `remember` is for visitors. The server knows what a signed-in person has dismissed. */
export function hideAnnouncement(name: string, { remember }: { remember: boolean }) {
  if (remember) writeStored('localStorage', KEY, [...new Set([...readNames(), name])].slice(-MOST_STORED).join(' '))
  hide([...hidden, name])
}

/** After a dismissal that failed. */
export function showAnnouncement(name: string) {
  hide(hidden.filter((one) => one !== name))
}

function readNames() {
  // Only names: they become part of a style rule.
  return (readStored('localStorage', KEY) ?? '').split(' ').filter((name) => NAME.test(name))
}

function hide(names: readonly string[]) {
  if (names.length === 0 && hidden.length === 0) return
  hidden = names
  document.documentElement.toggleAttribute('data-dismissed', names.length > 0)
  applyStyles()
  for (const listener of listeners) listener()
}

/** Shows the first announcement that is not hidden. */
function applyStyles() {
  if (!('adoptedStyleSheets' in document)) return
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  const those = hidden.map((name) => `[${ANNOUNCEMENT}="${name}"]`).join()
  sheet.replaceSync(those && `${those},[${ANNOUNCEMENT}]:not(${those})~[${ANNOUNCEMENT}]{display:none}`)
}
