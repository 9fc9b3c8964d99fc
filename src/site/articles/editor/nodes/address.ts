const SCHEMES = new Set(['http:', 'https:', 'mailto:'])
const LONGEST = 2000

/** A place on this site: never another host, however it is written. */
export function isSitePlace(text: string) {
  return /^\/(?![/\\])/.test(text) && isPlain(text)
}

/** Whether a link or a button may lead there, as the server sees it. */
export function isAddress(text: string) {
  if (isSitePlace(text) || (text.startsWith('#') && isPlain(text))) return true
  return text.length <= LONGEST && URL.canParse(text) && SCHEMES.has(new URL(text).protocol)
}

// Browsers leave out tabs and line ends wherever they stand in an address.
function isPlain(text: string) {
  return text.length <= LONGEST && !/[\p{Cc}\p{Cs}]/u.test(text)
}

/** What somebody typed or pasted as an address a link may lead to; null when it is none. */
export function readAddress(typed: string): string | null {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return null
  if (isAddress(text)) return text
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  const guess = `https://${text}`
  return /^[^\s:/]+\.[^\s:/]{2,}/.test(text) && isAddress(guess) ? guess : null
}

/** The address of a page of another site, for a card; null when it is none. */
export function readWebAddress(typed: string): string | null {
  const address = readAddress(typed)
  return address !== null && /^https?:/i.test(address) ? address : null
}

/** “example.com” of an address, for a card that knows nothing else. */
export function hostOf(address: string) {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : ''
}
