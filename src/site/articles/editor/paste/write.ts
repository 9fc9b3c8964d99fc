import { cleanAddress } from './addresses.ts'
import { type Marks, escaped, marked, marksOf, noMarks, styleOf } from './marks.ts'
import { type Page, endLine, newPage, writeBlock } from './page.ts'
import { listOf } from './write-list.ts'
import { writePicture } from './write-picture.ts'
import { tableOf } from './write-table.ts'

/** Neither seen nor wanted: programs, styles, controls, and what stands in for them. */
const left = new Set(
  'script style template noscript head title meta link base svg canvas map param source track input select frameset frame'.split(
    ' ',
  ),
)
const boxes = new Set(
  'address article aside body center dd details div dl dt fieldset figcaption figure footer form header hgroup html main menu nav option p section summary tbody td tfoot th thead tr caption optgroup legend search slot textarea dialog object'.split(
    ' ',
  ),
)

export function writeInside(page: Page, parent: Node, marks: Marks) {
  for (const child of parent.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) writeText(page, child.nodeValue ?? '', marks)
    else if (child instanceof Element) writeElement(page, child, marks)
  }
}

/** The blocks inside an element, on a page of their own. */
function blocksOf(page: Page, element: Element, { within = page.within } = {}): string {
  const inner = newPage(page, within)
  writeInside(inner, element, noMarks)
  endLine(inner)
  return inner.blocks
}

function partOfList(page: Page, part: Node): string {
  const inner = newPage(page, true)
  if (part instanceof Element && part.localName !== 'li') writeElement(inner, part, noMarks)
  else if (part instanceof Element) writeInside(inner, part, noMarks)
  else if (part.nodeType === Node.TEXT_NODE) writeText(inner, part.nodeValue ?? '', noMarks)
  endLine(inner)
  return inner.blocks
}

function writeText(page: Page, text: string, marks: Marks) {
  const even = text.replace(/[ \t\r\n\f]+/g, ' ')
  if (even.trim() === '' && page.line === '') return
  const bare = page.tag.startsWith('h') ? { ...marks, strong: false } : marks
  page.line += even === ' ' ? ' ' : marked(even, bare)
}

function writeElement(page: Page, element: Element, outer: Marks) {
  const name = element.localName
  if (left.has(name) || styleOf(element, 'display') === 'none') return
  const marks = marksOf(element, outer)
  if (name === 'br') page.line += '<br>'
  else if (name === 'a') writeInside(page, element, { ...marks, href: linkOf(element, page) ?? outer.href })
  else if (name === 'img') writePicture(page, element)
  else if (name === 'math')
    writeText(page, element.querySelector('annotation')?.textContent ?? element.textContent, marks)
  else if (name === 'iframe' || name === 'embed' || name === 'video' || name === 'audio') writePlayed(page, element)
  else if (name === 'hr') writeBlock(page, '<hr>')
  else if (name === 'pre' || name === 'xmp') writeCode(page, element)
  else if (name === 'ul' || name === 'ol')
    writeBlock(
      page,
      listOf(element, (part) => partOfList(page, part)),
    )
  else if (name === 'blockquote') writeBlock(page, around('blockquote', blocksOf(page, element)))
  else if (name === 'table') writeTable(page, element, marks)
  else if (/^h[1-6]$/.test(name)) writeHeading(page, element, marks)
  else if (name === 'li' || boxes.has(name)) writeBox(page, element, marks)
  else writeInside(page, element, marks)
}

function around(tag: string, inner: string) {
  return inner && `<${tag}>${inner}</${tag}>`
}

function writeBox(page: Page, element: Element, marks: Marks) {
  endLine(page)
  const loud = element.localName === 'dt' || element.localName === 'summary'
  writeInside(page, element, loud ? { ...marks, strong: true } : marks)
  endLine(page)
}

function writeHeading(page: Page, element: Element, marks: Marks) {
  if (page.within) return writeBox(page, element, { ...marks, strong: true })
  endLine(page)
  const level = Math.min(Math.max(Number(element.localName.slice(1)) + page.shift, 2), 4)
  const outer = page.tag
  page.tag = `h${level}`
  writeInside(page, element, marks)
  endLine(page)
  page.tag = outer
}

function linkOf(element: Element, { origin }: Page): string | null {
  const address = cleanAddress(element.getAttribute('href') ?? '')
  // A place on this site stays one when the site moves.
  return address?.startsWith(`${origin}/`) ? address.slice(origin.length) : address
}

/** What plays on another page is kept as the way there. */
function writePlayed(page: Page, element: Element) {
  const source = element.getAttribute('src') ?? element.querySelector('source')?.getAttribute('src') ?? ''
  const address = cleanAddress(source.startsWith('//') ? `https:${source}` : source)
  if (address)
    writeBlock(page, `<p>${marked(element.getAttribute('title') || address, { ...noMarks, href: address })}</p>`)
  else writeInside(page, element, noMarks)
}

function writeCode(page: Page, element: Element) {
  for (const br of element.querySelectorAll('br')) br.replaceWith('\n')
  const named = `${element.className} ${element.querySelector('code')?.className ?? ''}`
  const language = /\b(?:language|lang|brush:|highlight-source)-?\s?([\w+#-]+)/.exec(named)?.[1]
  const text = element.textContent.replace(/\n+$/, '')
  if (text.trim() === '') return
  const attribute = language ? ` class="language-${escaped(language)}"` : ''
  writeBlock(page, `<pre><code${attribute}>${escaped(text)}</code></pre>`)
}

/** A table that only arranges a page becomes what is in it. */
function writeTable(page: Page, table: Element, marks: Marks) {
  const html = page.within ? null : tableOf(table, (cell) => blocksOf(page, cell, { within: true }))
  if (html === null) return writeBox(page, table, marks)
  const caption = table.querySelector(':scope > caption')
  if (caption) writeBox(page, caption, marks)
  writeBlock(page, html)
}
