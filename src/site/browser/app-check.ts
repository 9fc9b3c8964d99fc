import { APP_CHECK_RENEW_MS, REQUEST_TIMEOUT_OFFLINE_MS, SECOND_MS } from '#contract/constants.ts'

type CachedToken = { token: string | null; until: number }

/** In memory only: a page in a cache must not contain a token. */
const cached = new Map<string, Promise<CachedToken>>()

/**
 * The attestation token that the service at this address gives to pages of this site, renewed before it expires. Null when
 * it gives none; the service then decides about the request itself.
 */
export async function appCheckToken(service: string, refused?: string | null): Promise<string | null> {
  const pending = cached.get(service)
  if (pending) {
    const { token, until } = await pending
    if (until > Date.now() && (refused === undefined || token !== refused)) return token
    // Another call already requested a new token.
    if (cached.get(service) !== pending) return appCheckToken(service, refused)
  }
  const next = fetchToken(service)
  cached.set(service, next)
  return (await next).token
}

async function fetchToken(service: string): Promise<CachedToken> {
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_OFFLINE_MS)
    const response = await fetch(`${service}v0/appCheck`, { method: 'POST', credentials: 'omit', signal })
    const { token, ttl }: { token: string; ttl: string } = await response.json()
    if (response.ok) return { token, until: Date.now() + Number.parseInt(ttl, 10) * SECOND_MS - APP_CHECK_RENEW_MS }
  } catch {
    // Unreachable, or app check is not supported.
  }
  return { token: null, until: Date.now() + APP_CHECK_RENEW_MS }
}
