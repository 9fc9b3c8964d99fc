/** Why another service did not vouch for somebody. The code is one of the catalogue's, without its prefix. */
export class ProviderError extends Error {
  readonly code: string

  constructor(code: string, message = `The sign-in ended with ${code}.`) {
    super(message)
    this.name = 'ProviderError'
    this.code = code
  }
}
