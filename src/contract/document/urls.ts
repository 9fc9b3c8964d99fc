export const MAX_URL_LENGTH = 2000

const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/** A path on this site, or null. `//host` is another site, and browsers treat a backslash as a slash. */
export function parseSitePath(value: unknown): string | null {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) && isPlain(value) ? value : null
}

/** The normalized URL of a link, or null when its scheme is not allowed. */
export function parseLink(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const address = value.trim()
  if (address.startsWith('#') && isPlain(address)) return address
  if (parseSitePath(address) !== null) return address
  return URL.canParse(address) && LINK_SCHEMES.has(new URL(address).protocol) ? new URL(address).href : null
}

/** A frame URL: https, on another host, without credentials. */
export function parseFrameUrl(value: unknown, own: string): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null
  const url = new URL(value)
  const isOtherHost = !URL.canParse(own) || url.hostname !== new URL(own).hostname
  return url.protocol === 'https:' && isOtherHost && url.username === '' && url.password === '' ? url.href : null
}

// Browsers strip tabs and newlines from URLs, so "/\t/elsewhere" would be another site.
function isPlain(address: string) {
  return !/[\p{Cc}\p{Cs}]/u.test(address)
}
