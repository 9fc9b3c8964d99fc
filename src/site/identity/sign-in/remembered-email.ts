const KEY = 'bramble-email-for-sign-in'

/** The address that a sign-in link was asked for from this browser. The link asks whose it is; here we know. */
export function rememberEmail(email: string) {
  try {
    localStorage.setItem(KEY, email)
  } catch {
    // Where nothing may be kept, the link asks for the address.
  }
}

export function rememberedEmail(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // The same as never having been told.
    return null
  }
}

export function clearRememberedEmail() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
