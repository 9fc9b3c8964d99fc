const SCHEMES = new Set(['http:', 'https:', 'mailto:'])
const MAX_LENGTH = 2000

/** A path on this site, never another host. */
export function isSitePath(text: string) {
  return /^\/(?![/\\])/.test(text) && isPlain(text)
}

/** Whether a link or button may use this address. Mirrors the server's rule. */
export function isAddress(text: string) {
  if (isSitePath(text) || (text.startsWith('#') && isPlain(text))) return true
  return text.length <= MAX_LENGTH && URL.canParse(text) && SCHEMES.has(new URL(text).protocol)
}

// Browsers drop tabs and line breaks anywhere in a URL.
function isPlain(text: string) {
  return text.length <= MAX_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(text)
}

/** Parses a typed address and adds a missing scheme; null when invalid. */
export function parseAddress(typed: string): string | null {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return null
  if (isAddress(text)) return text
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  const guess = `https://${text}`
  return /^[^\s:/]+\.[^\s:/]{2,}/.test(text) && isAddress(guess) ? guess : null
}

/** Like `parseAddress`, but only http and https. */
export function parseWebAddress(typed: string): string | null {
  const address = parseAddress(typed)
  return address !== null && /^https?:/i.test(address) ? address : null
}

export function hostOf(address: string) {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : ''
}
