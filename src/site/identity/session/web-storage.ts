/** Why somebody was signed out, for the page that is loaded next. */
export const SIGN_OUT_REASON_KEY = 'bramble:signed-out'

type Kind = 'localStorage' | 'sessionStorage'

/** Storage may be full or forbidden. Nothing here depends on it, so that is the same as being empty. */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return globalThis[kind].getItem(key)
  } catch {
    return null
  }
}

/** Null removes the entry. False when it could not be kept. */
export function writeStored(kind: Kind, key: string, text: string | null): boolean {
  try {
    if (text === null) globalThis[kind].removeItem(key)
    else globalThis[kind].setItem(key, text)
    return true
  } catch {
    return false
  }
}
