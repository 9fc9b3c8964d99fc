/** A failed provider sign-in. The code is a Firebase Auth code without the `auth/` prefix. */
export class ProviderError extends Error {
  readonly code: string

  constructor(code: string, message = `Provider sign-in failed: ${code}`) {
    super(message)
    this.name = 'ProviderError'
    this.code = code
  }
}
