const KEY = 'bramble-email-for-sign-in'

/** Stores the address that requested a sign-in link, so that this browser need not ask for it again. */
export function rememberEmail(email: string) {
  try {
    localStorage.setItem(KEY, email)
  } catch {
    // Storage is unavailable. The link will ask for the address.
  }
}

export function rememberedEmail(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Storage is unavailable.
    return null
  }
}

export function clearRememberedEmail() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Storage is unavailable.
  }
}
