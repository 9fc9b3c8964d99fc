import { fetchWithRetry } from '#site/fetch.ts'
import { ProviderError } from './provider-error.ts'

export type Provider = { id: string; name: string }
export type Purpose = 'signIn' | 'link' | 'reauth'

/** URL of the server page that redirects to the provider and handles the return. */
export function handlerAddress(
  provider: Provider,
  { base, authType, eventId }: { base: string; authType: `${Purpose}Via${'Popup' | 'Redirect'}`; eventId: string },
) {
  const query = new URLSearchParams({
    apiKey: 'bramble',
    appName: 'bramble',
    authType,
    redirectUrl: location.href,
    v: '1',
    eventId,
    providerId: provider.id,
  })
  return `${base}__/auth/handler?${query.toString()}`
}

/** Throws on a host that is not an authorized domain: the handler page would not respond to it. */
export async function checkDomain(base: string) {
  const domains = await authorizedDomains(base).catch(() => {
    throw new ProviderError('network-request-failed')
  })
  const { hostname } = location
  if (!domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`)))
    throw new ProviderError('unauthorized-domain')
}

async function authorizedDomains(base: string) {
  const response = await fetchWithRetry(`${base}v1/projects?key=bramble`, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`Unexpected status ${response.status}`)
  const { authorizedDomains: domains }: { authorizedDomains: string[] } = await response.json()
  return domains
}

/** Not `randomUUID`, which is only available over HTTPS. */
export function newEventId() {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
