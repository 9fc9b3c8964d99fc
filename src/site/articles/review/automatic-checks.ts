import type { Article } from '#contract/articles/articles.ts'
import type { Node } from '#contract/document/document.ts'
import { picturesIn } from '#site/articles/writing/publish/readiness-checks.ts'

export type AutomaticCheck = { name: string; passed: boolean; detail: string }

/** Shorter stories are worth a second look. */
const FEW_WORDS = 150

type Checked = Pick<Article, 'body' | 'cover' | 'category' | 'tags' | 'excerpt' | 'seoDescription' | 'words'>

/** What can be checked without reading the story. A check that fails does not prevent publication. */
export function checkAutomatically(article: Checked): AutomaticCheck[] {
  const { body, cover, category, tags, excerpt, seoDescription, words } = article
  const pictures = picturesIn(body)
  const undescribed = pictures.filter(({ attrs }) => isBlank(attrs?.['alt'])).length
  const badLinks = linksIn(body.content).filter((href) => !isValidLink(href))
  return [
    {
      name: 'Cover with alt text',
      passed: cover !== null && !isBlank(cover.alt),
      detail: cover === null ? 'The story has no cover.' : 'The cover has no alt text.',
    },
    {
      name: 'Alt text for every picture',
      passed: undescribed === 0,
      detail: `${undescribed} of ${pictures.length} ${pictures.length === 1 ? 'picture has' : 'pictures have'} no alt text.`,
    },
    { name: 'Category', passed: category !== null, detail: 'The story has no category.' },
    { name: 'At least one tag', passed: tags.length > 0, detail: 'The story has no tags.' },
    {
      name: 'Excerpt or description',
      passed: !isBlank(excerpt) || !isBlank(seoDescription),
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

function isBlank(value: unknown) {
  return typeof value !== 'string' || value.trim() === ''
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
