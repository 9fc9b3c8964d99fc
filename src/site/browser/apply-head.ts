import type { Shell } from '#site/page.ts'
import { type Shown, canonicalOf, headOf } from '#site/metadata/page-head.ts'

/** Updates the document's head after a client-side navigation. */
export function applyHead(shown: Shown, error: unknown, shell: Shell) {
  const head = headOf(shown, error, shell)
  document.title = head.title
  meta('description', head.description)
  meta('robots', head.noIndex && 'noindex')
  const canonical = canonicalOf(head, document.documentElement.dataset['home'] ?? '')
  const link = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (link?.href === canonical) return
  // Metadata of the first page is outdated; crawlers do not navigate on the client.
  for (const other of document.head.querySelectorAll('[property],[name^=tw],[rel=alternate],[type*=ld]')) other.remove()
  if (!canonical) link?.remove()
  else if (link) link.href = canonical
  else add('link', { rel: 'canonical', href: canonical })
}

function meta(name: string, content: string | undefined | false) {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
  if (!content) found?.remove()
  else if (found) found.content = content
  else add('meta', { name, content })
}

function add(name: 'link' | 'meta', attributes: Record<string, string>) {
  document.head.append(Object.assign(document.createElement(name), attributes))
}
