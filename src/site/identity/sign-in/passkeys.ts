import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import type { Api } from '#site/page.ts'
import { BrowserError, errorCode } from '#site/errors/messages.ts'

/** `ip-address`: a passkey belongs to a host name, so browsers refuse them at an IP address. */
type PasskeySupport = 'yes' | 'no' | 'ip-address'

/** Null during hydration, because the server cannot know. */
export function usePasskeySupport() {
  const [support, setSupport] = useState<PasskeySupport | null>(null)
  useEffect(
    () => setSupport(isIpAddress(location.hostname) ? 'ip-address' : 'PublicKeyCredential' in window ? 'yes' : 'no'),
    [],
  )
  return support
}

/** URLs write IPv6 addresses in brackets, and every IPv4 address as four numbers. */
export function isIpAddress(hostname: string) {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)
}

export async function signInWithPasskey(api: Api) {
  const { ticket, options } = await api('POST /api/sign-in/passkey/options')
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const response = await startAuthentication({ optionsJSON: options }).catch(explain)
  const body = { ticket, response: withoutExtensions(response) }
  return api('POST /api/sign-in/passkey', { body }).catch((error: unknown) => {
    // The server's message for this code is about email and password.
    throw errorCode(error) === 'invalid-credential' ? new BrowserError('passkey-unknown') : error
  })
}

export async function createPasskey({ options }: Reply<'POST /api/account/passkeys/options'>) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return withoutExtensions(await startRegistration({ optionsJSON: options }).catch(explain))
}

/** No extensions are requested, so their results are not sent. */
function withoutExtensions<R extends { clientExtensionResults: unknown }>(response: R) {
  const { clientExtensionResults: _unasked, ...rest } = response
  return { ...rest, clientExtensionResults: {} }
}

/** For privacy, browsers report nearly every failure as the same error. */
function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') throw new BrowserError('passkey-known')
  throw new BrowserError(name === 'SecurityError' ? 'passkey-wrong-host' : 'passkey-not-used')
}
