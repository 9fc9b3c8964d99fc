import type { Document, Mark, Node } from '#contract/document.ts'
import { Refusal } from '#contract/errors.ts'

type Draw = (node: Node, inner: string) => string

/** Every node a story may have, and what readers get of it. A node that is not here cannot be published. */
const nodes: Record<string, Draw> = {
  paragraph: (_, inner) => `<p>${inner}</p>`,
  heading: (node, inner) => heading(node, inner),
  bulletList: (_, inner) => `<ul>${inner}</ul>`,
  orderedList: ({ attrs }, inner) =>
    `<ol${attrs?.['start'] === 1 ? '' : attribute('start', attrs?.['start'])}>${inner}</ol>`,
  listItem: (_, inner) => `<li>${inner}</li>`,
  blockquote: (_, inner) => `<blockquote>${inner}</blockquote>`,
  codeBlock: ({ attrs }, inner) =>
    `<pre tabindex="0"><code${attribute('data-language', attrs?.['language'])}>${inner}</code></pre>`,
  horizontalRule: () => '<hr>',
  hardBreak: () => '<br>',
  image: (node) => picture(node),
  table: (_, inner) =>
    `<div class="story-table" tabindex="0" role="region" aria-label="Table"><table><tbody>${inner}</tbody></table></div>`,
  tableRow: (_, inner) => `<tr>${inner}</tr>`,
  tableHeader: ({ attrs }, inner) => `<th scope="col"${alignment(attrs)}>${unwrap(inner)}</th>`,
  tableCell: ({ attrs }, inner) => `<td${alignment(attrs)}>${unwrap(inner)}</td>`,
}

const marks: Record<string, (mark: Mark, inner: string) => string> = {
  bold: (_, inner) => `<strong>${inner}</strong>`,
  italic: (_, inner) => `<em>${inner}</em>`,
  strike: (_, inner) => `<s>${inner}</s>`,
  code: (_, inner) => `<code>${inner}</code>`,
  link: ({ attrs }, inner) =>
    `<a${attribute('href', safeAddress(attrs?.['href'], ['http:', 'https:', 'mailto:']))}>${inner}</a>`,
}

/** The document as HTML. Safe by construction: every tag is ours, every text and attribute is escaped, every address is checked. */
export function renderDocument({ content }: Document): string {
  return content.map((node, index) => renderNode(node, `content.${index}`)).join('')
}

function renderNode(node: Node, path: string): string {
  if (node.type === 'text') return renderText(node, path)
  const draw = Object.hasOwn(nodes, node.type) ? nodes[node.type] : undefined
  if (!draw) throw refused(path, `A story cannot hold a “${node.type}”.`)
  const inner = (node.content ?? []).map((child, index) => renderNode(child, `${path}.content.${index}`)).join('')
  try {
    return draw(node, inner)
  } catch (error) {
    throw error instanceof RangeError ? refused(path, error.message) : error
  }
}

function renderText(node: Node, path: string) {
  return (node.marks ?? []).reduceRight(
    (inner, mark) => {
      const draw = Object.hasOwn(marks, mark.type) ? marks[mark.type] : undefined
      if (!draw) throw refused(path, `Text cannot be marked as “${mark.type}”.`)
      try {
        return draw(mark, inner)
      } catch (error) {
        throw error instanceof RangeError ? refused(path, error.message) : error
      }
    },
    escapeHtml(node.text ?? ''),
  )
}

function refused(path: string, message: string) {
  return new Refusal('invalid', { issues: [{ path: ['body', path], message }] })
}

function heading({ attrs, content }: Node, inner: string) {
  const level = attrs?.['level'] === 2 ? 2 : 3
  return `<h${level}${attribute('id', headingId(content ?? []))}>${inner}</h${level}>`
}

/** A word for the address bar, from the heading's own words in whatever script. */
function headingId(content: Node[]) {
  const spoken = content
    .map(({ text }) => text ?? '')
    .join('')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return spoken ? `h-${spoken.slice(0, 8).join('-')}` : null
}

function picture({ attrs }: Node) {
  const src = safeAddress(attrs?.['src'], ['https:'])
  const size = attribute('width', attrs?.['width']) + attribute('height', attrs?.['height'])
  const alt = ` alt="${words(attrs?.['alt'])}"`
  const caption = words(attrs?.['caption']) && `<figcaption>${words(attrs?.['caption'])}</figcaption>`
  return `<figure><img${attribute('src', src)}${alt}${size} loading="lazy" decoding="async">${caption}</figure>`
}

function alignment(attrs: Node['attrs']) {
  const align = attrs?.['align']
  return align === 'right' || align === 'center' ? ` class="align-${align}"` : ''
}

/** A cell that holds one paragraph needs no paragraph. */
function unwrap(inner: string) {
  const one = /^<p>((?:(?!<p>).)*)<\/p>$/s.exec(inner)
  return one?.[1] ?? inner
}

/** A place on this site, or an address of one of the schemes. Anything else could run something. */
function safeAddress(value: unknown, schemes: string[]) {
  const address = typeof value === 'string' ? value.trim() : ''
  if (/^[/#](?![/\\])/.test(address)) return address
  if (URL.canParse(address) && schemes.includes(new URL(address).protocol)) return new URL(address).href
  throw new RangeError(`“${address.slice(0, 60)}” is not an address a story may point to.`)
}

function attribute(name: string, value: unknown) {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
    ? ` ${name}="${escapeHtml(String(value))}"`
    : ''
}

function words(value: unknown) {
  return typeof value === 'string' ? escapeHtml(value) : ''
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}
