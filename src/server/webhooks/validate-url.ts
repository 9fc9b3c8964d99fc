import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const explanations: Record<string, string> = {
  'not an HTTP URL': 'Use a URL that starts with https://.',
  'the URL contains credentials': 'Remove the user name and password from the URL. Verify the signature instead.',
  'the response was cut off': 'The response was cut off.',
  'the port is not allowed': 'Use port 443 or 8443.',
  'the address is not public': 'Enter a public address. Private and local addresses are not allowed.',
}

/**
 * Returns the normalized URL. Refuses what could never be delivered. The addresses behind a host name are checked by each
 * delivery, because they can change.
 */
export function validateUrl({ outbound }: Pick<Ctx, 'outbound'>, text: string): string {
  if (!URL.canParse(text)) throw invalid('Enter a full URL, such as https://example.com/webhooks.')
  const url = new URL(text)
  const isLocal = outbound.allowPrivate && LOOPBACK.test(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    throw invalid('Use a URL that starts with https://.')
  if (!outbound.allowPrivate && (LOOPBACK.test(url.hostname) || url.hostname.endsWith('.localhost')))
    throw invalid('Enter a public address. Private and local addresses are not allowed.')
  try {
    outbound.checkAddress(url.href)
  } catch (error) {
    // Shown beside the field.
    if (error instanceof Refusal) throw invalid(explainUnreachable(error))
    throw error
  }
  // Never part of a request.
  url.hash = ''
  return url.href
}

/** Why nothing can be sent to an address, as a sentence for admins. */
export function explainUnreachable({ message, details: { reason } }: Refusal) {
  return typeof reason === 'string' ? (explanations[reason] ?? reason) : message
}

function invalid(message: string) {
  return new Refusal('invalid', { issues: [{ path: ['body', 'url'], message }] })
}
