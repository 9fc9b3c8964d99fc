export const LONGEST_ADDRESS = 2000

const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:'])

/** A place on this site, by its path. What begins with two slashes is another site, and browsers take a backslash for one. */
export function placeOf(value: unknown): string | null {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) && isPlain(value) ? value : null
}

/** Where a link may lead, as it is written into the page; null when it could run something. */
export function linkOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const address = value.trim()
  if (address.startsWith('#') && isPlain(address)) return address
  if (placeOf(address) !== null) return address
  return URL.canParse(address) && LINK_SCHEMES.has(new URL(address).protocol) ? new URL(address).href : null
}

/** What a frame may show: a page of another site, asked for over https. */
export function frameOf(value: unknown, own: string): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null
  const url = new URL(value)
  const elsewhere = !URL.canParse(own) || url.hostname !== new URL(own).hostname
  return url.protocol === 'https:' && elsewhere && url.username === '' && url.password === '' ? url.href : null
}

// Browsers leave out tabs and line ends wherever they stand in an address, so "/\t/elsewhere" would be another site.
function isPlain(address: string) {
  return !/[\p{Cc}\p{Cs}]/u.test(address)
}
