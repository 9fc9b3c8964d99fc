import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import type { Api } from '#site/page.ts'
import { BrowserError, errorCode } from '#site/errors/messages.ts'

/** Whether this browser knows passkeys. The server cannot tell, so at first nobody does. */
export function usePasskeySupport() {
  const [offered, setOffered] = useState(false)
  useEffect(() => setOffered('PublicKeyCredential' in window), [])
  return offered
}

/** Asks the browser for a passkey of this site and signs in with it. */
export async function signInWithPasskey(api: Api) {
  const { ticket, options } = await api('POST /api/sign-in/passkey/options')
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const response = await startAuthentication({ optionsJSON: options }).catch(explain)
  const body = { ticket, response: withoutExtensions(response) }
  return api('POST /api/sign-in/passkey', { body }).catch((error: unknown) => {
    // The server's sentence for this code speaks of an address and a password.
    throw errorCode(error) === 'invalid-credential' ? new BrowserError('passkey-unknown') : error
  })
}

/** Has the browser make a passkey for the account. */
export async function createPasskey({ options }: Reply<'POST /api/account/passkeys/options'>) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return withoutExtensions(await startRegistration({ optionsJSON: options }).catch(explain))
}

/** Nothing was asked of extensions, so nothing of them is sent. */
function withoutExtensions<R extends { clientExtensionResults: unknown }>(response: R) {
  const { clientExtensionResults: _unasked, ...rest } = response
  return { ...rest, clientExtensionResults: {} }
}

/** Browsers tell apart only what does not give the person away: mostly that it did not come about. */
function explain(error: unknown): never {
  const known = error instanceof Error && error.name === 'InvalidStateError'
  throw new BrowserError(known ? 'passkey-known' : 'passkey-not-used')
}
