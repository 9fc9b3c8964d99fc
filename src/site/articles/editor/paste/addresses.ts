import { isSitePlace } from '#site/articles/editor/nodes/address.ts'

const campaign =
  /^(utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|mc_cid|mc_eid|igshid|_hsenc|_hsmi|yclid|vero_id|ref_src)$/i

/** An address as a story may hold it, without what follows its readers; null when it leads nowhere by itself. */
export function cleanAddress(raw: string): string | null {
  const text = raw.trim()
  if (!URL.canParse(text)) return null
  const url = behindRedirect(new URL(text))
  if (url.protocol === 'mailto:') return url.href
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  const followed = [...url.searchParams.keys()].filter((name) => campaign.test(name))
  for (const name of followed) url.searchParams.delete(name)
  url.username = ''
  url.password = ''
  return url.href
}

/** Documents of Google send every link through their own door. */
function behindRedirect(url: URL): URL {
  const target = url.hostname === 'www.google.com' && url.pathname === '/url' ? url.searchParams.get('q') : null
  return target !== null && URL.canParse(target) ? new URL(target) : url
}

export type TypedAddress = { address: string } | { problem: string }

/** What somebody typed as a link's address: with what is missing, or with what is wrong with it. */
export function typedAddress(raw: string): TypedAddress {
  // Browsers overlook control characters inside an address, so they must not hide one from us.
  const text = [...raw.trim()].filter((letter) => letter > ' ' && letter !== '\u007f').join('')
  if (text === '') return { problem: 'Type or paste an address.' }
  if (isSitePlace(text) || text.startsWith('#')) return { address: text }
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return { address: `mailto:${text}` }
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(text)?.[1]?.toLowerCase()
  if (scheme && scheme !== 'http' && scheme !== 'https' && scheme !== 'mailto')
    return { problem: 'A link leads to a web page or a mail address. This one would not.' }
  const whole = scheme ? text : `https://${text.replace(/^\/[/\\]/, '')}`
  if (!URL.canParse(whole)) return { problem: 'That is not an address. It looks like example.org/page.' }
  const url = new URL(whole)
  if (scheme !== 'mailto' && !/^(localhost|.+\..+|\[.+\])$/.test(url.hostname))
    return { problem: 'That is not an address. It looks like example.org/page.' }
  return { address: scheme === 'mailto' ? whole : url.href }
}

/** The address when the text is one and nothing else. */
export function loneAddress(text: string): string | null {
  const trimmed = text.trim()
  if (!/^(https?:\/\/|www\.)\S+\.\S+$/i.test(trimmed)) return null
  const typed = typedAddress(trimmed)
  return 'address' in typed ? typed.address : null
}
