import type { Article } from '#contract/articles/articles.ts'
import type { Node } from '#contract/document/document.ts'
import { checkReadiness } from '#site/articles/writing/publish/readiness-checks.ts'

type AutomaticCheck = { name: string; passed: boolean; detail: string }

/** Shorter stories are worth a second look. */
const FEW_WORDS = 150

/** What can be checked without reading the story. A check that fails does not prevent publication. */
export function checkAutomatically(article: Article): AutomaticCheck[] {
  const { body, excerpt, seoDescription, words } = article
  const missing = checkReadiness(article)
  const reportMissing = (name: string, target: 'cover' | 'pictures' | 'category' | 'tags') => {
    const found = missing.find((check) => (target === 'pictures' ? check.pictures : check.target === target))
    return { name, passed: !found, detail: found?.message ?? '' }
  }
  const badLinks = linksIn(body.content).filter((href) => !isValidLink(href))
  return [
    reportMissing('Cover with alt text', 'cover'),
    reportMissing('Alt text for every picture', 'pictures'),
    reportMissing('Category', 'category'),
    reportMissing('At least one tag', 'tags'),
    {
      name: 'Excerpt or description',
      passed: excerpt.trim() !== '' || seoDescription.trim() !== '',
      detail: 'Cards and search engines show the beginning of the text.',
    },
    {
      name: 'Valid links',
      passed: badLinks.length === 0,
      detail: `Check ${badLinks.length === 1 ? 'this address' : 'these addresses'}: ${badLinks.slice(0, 5).join(', ')}`,
    },
    {
      name: 'Length',
      passed: words >= FEW_WORDS,
      detail: `The story has ${words === 1 ? '1 word' : `${words.toLocaleString('en')} words`}, fewer than ${FEW_WORDS}.`,
    },
  ]
}

/** The addresses of links, buttons and embeds, each once. */
function linksIn(nodes: readonly Node[]): string[] {
  const found = nodes.flatMap((node): unknown[] => [
    node.attrs?.['href'],
    ...(node.marks ?? []).map((mark) => mark.attrs?.['href']),
    ...linksIn(node.content ?? []),
  ])
  return [...new Set(found.filter((href) => typeof href === 'string'))]
}

/** Valid in form: a path or fragment of this site, a mail address, or a web address whose host can exist. */
export function isValidLink(href: string) {
  if (/^(#.+|\/(?!\/))/.test(href)) return !/\s/.test(href)
  const url = URL.canParse(href) ? new URL(href) : null
  if (!url) return false
  if (url.protocol === 'mailto:') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(url.pathname)
  if (url.protocol === 'tel:') return /\d/.test(url.pathname)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false
  return url.hostname.includes(':') || /^[^.]+(\.[^.]+)+$/.test(url.hostname)
}
