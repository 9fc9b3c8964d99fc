import { styleOf } from './marks.ts'

export function isFromWord(html: string) {
  return /urn:schemas-microsoft-com:office|class="?'?Mso|mso-list:/i.test(html)
}

/** Turns Word's markup into real lists, headings and quotes. */
export function normalizeWord(root: Element) {
  for (const element of root.querySelectorAll('*')) if (styleOf(element, 'mso-hide') === 'all') element.remove()
  rename(root, 'p.MsoTitle', 'h1')
  for (const level of [1, 2, 3, 4, 5, 6]) rename(root, `p.MsoHeading${level}, p.Heading${level}`, `h${level}`)
  rename(root, 'p.MsoQuote, p.MsoIntenseQuote', 'blockquote')
  for (const first of root.querySelectorAll('p, h1, h2, h3, h4, h5, h6'))
    if (listLevel(first) !== null && first.isConnected) buildList(first)
}

function rename(root: Element, selector: string, name: string) {
  for (const element of root.querySelectorAll(selector)) {
    const renamed = root.ownerDocument.createElement(name)
    renamed.append(...element.childNodes)
    element.replaceWith(renamed)
  }
}

/** List level of a Word paragraph, from 1; null when it is not in a list. */
function listLevel(element: Element): number | null {
  const level = /\blevel(\d)/.exec(styleOf(element, 'mso-list') ?? '')?.[1]
  return level === undefined ? null : Number(level)
}

/** Turns a run of list paragraphs into nested lists. */
function buildList(first: Element) {
  const run: Element[] = []
  for (let next: Element | null = first; next && listLevel(next) !== null; next = next.nextElementSibling)
    run.push(next)
  const place = first.ownerDocument.createElement('div')
  first.before(place)
  let open: { level: number; list: Element }[] = []
  for (const paragraph of run) {
    const level = listLevel(paragraph) ?? 1
    const name = takeMarker(paragraph)
    open = open.filter((one) => one.level <= level)
    if (open.at(-1)?.level === level && open.at(-1)?.list.localName !== name) open.pop()
    if (open.at(-1)?.level !== level) {
      const list = first.ownerDocument.createElement(name)
      const within = open.at(-1)?.list
      ;(within?.lastElementChild ?? within ?? place).append(list)
      open.push({ level, list })
    }
    const item = first.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    open.at(-1)?.list.append(item)
    paragraph.remove()
  }
  place.replaceWith(...place.childNodes)
}

/** Removes the bullet or number that Word writes as text. */
function takeMarker(paragraph: Element): 'ul' | 'ol' {
  const marker = [...paragraph.querySelectorAll('span')].find((span) => styleOf(span, 'mso-list') === 'ignore')
  const text = marker?.textContent.trim() ?? ''
  marker?.remove()
  return /^[(]?(\d+|[a-z]|[ivxlc]+)[.)]/i.test(text) ? 'ol' : 'ul'
}
