import type { Head } from '#site/page.ts'

/** Brings the document's head in line with the page that is shown now. The server wrote it for the first. */
export function applyHead({ title, description, canonical, noIndex }: Head) {
  document.title = title
  meta('description', description)
  meta('robots', noIndex ? 'noindex' : undefined)
  const link = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  if (link) {
    if (canonical) link.href = canonical
    else link.remove()
  } else if (canonical) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'canonical', href: canonical }))
  }
}

function meta(name: string, content: string | undefined) {
  const found = document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)
  if (!content) found?.remove()
  else if (found) found.content = content
  else document.head.append(Object.assign(document.createElement('meta'), { name, content }))
}
