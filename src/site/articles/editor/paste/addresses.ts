import { isSitePath } from '#site/articles/editor/nodes/address.ts'

const trackingParameter =
  /^(utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|mc_cid|mc_eid|igshid|_hsenc|_hsmi|yclid|vero_id|ref_src)$/i

/** Normalizes a URL and removes tracking parameters and credentials; null when it is relative or not allowed. */
export function sanitizeAddress(raw: string): string | null {
  const text = raw.trim()
  if (!URL.canParse(text)) return null
  const url = unwrapRedirect(new URL(text))
  if (url.protocol === 'mailto:') return url.href
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  const tracking = [...url.searchParams.keys()].filter((name) => trackingParameter.test(name))
  for (const name of tracking) url.searchParams.delete(name)
  url.username = ''
  url.password = ''
  return url.href
}

/** Google Docs wraps every link in a redirect. */
function unwrapRedirect(url: URL): URL {
  const target = url.hostname === 'www.google.com' && url.pathname === '/url' ? url.searchParams.get('q') : null
  return target !== null && URL.canParse(target) ? new URL(target) : url
}

type TypedAddress = { address: string } | { problem: string }

/** Parses a typed URL and adds a missing scheme, or returns an error message. */
export function parseTypedAddress(raw: string): TypedAddress {
  // Browsers ignore control characters in a URL, so they could hide its scheme.
  const text = [...raw.trim()].filter((letter) => letter > ' ' && letter !== '\u007f').join('')
  if (text === '') return { problem: 'Enter a URL.' }
  if (isSitePath(text) || text.startsWith('#')) return { address: text }
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return { address: `mailto:${text}` }
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(text)?.[1]?.toLowerCase()
  if (scheme && scheme !== 'http' && scheme !== 'https' && scheme !== 'mailto')
    return { problem: 'Enter a web page or email address. Other links are not supported.' }
  const whole = scheme ? text : `https://${text.replace(/^\/[/\\]/, '')}`
  if (!URL.canParse(whole)) return { problem: 'Enter a valid URL, such as example.org/page.' }
  const url = new URL(whole)
  if (scheme !== 'mailto' && !/^(localhost|.+\..+|\[.+\])$/.test(url.hostname))
    return { problem: 'Enter a valid URL, such as example.org/page.' }
  return { address: scheme === 'mailto' ? whole : url.href }
}

/** The URL if the text is nothing else. */
export function parseLoneAddress(text: string): string | null {
  const trimmed = text.trim()
  if (!/^(https?:\/\/|www\.)\S+\.\S+$/i.test(trimmed)) return null
  const typed = parseTypedAddress(trimmed)
  return 'address' in typed ? typed.address : null
}
