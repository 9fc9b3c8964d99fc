import { MAX_URL_LENGTH, parseLink, parseSitePath } from '#contract/document/urls.ts'

/** A path on this site, never another host. */
export function isSitePath(text: string) {
  return text.length <= MAX_URL_LENGTH && parseSitePath(text) !== null
}

/** Whether a link or button may use this address. */
export function isAddress(text: string) {
  return text.length <= MAX_URL_LENGTH && parseLink(text) !== null
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
