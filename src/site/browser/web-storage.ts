/** The reason for a sign-out, shown after the reload. */
export const SIGN_OUT_REASON_KEY = 'bramble:signed-out'

type Kind = 'localStorage' | 'sessionStorage'

/** Storage may be full or blocked. Nothing here depends on it, so a failed read counts as empty. */
export function readStored(kind: Kind, key: string): string | null {
  try {
    return globalThis[kind].getItem(key)
  } catch {
    return null
  }
}

/** Null removes the entry. Returns false if the write failed. */
export function writeStored(kind: Kind, key: string, text: string | null): boolean {
  try {
    if (text === null) globalThis[kind].removeItem(key)
    else globalThis[kind].setItem(key, text)
    return true
  } catch {
    return false
  }
}
