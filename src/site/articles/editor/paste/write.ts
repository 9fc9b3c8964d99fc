import { sanitizeAddress } from './addresses.ts'
import { type Marks, escapeHtml, marksOf, noMarks, renderMarks, styleOf } from './marks.ts'
import { type Output, createOutput, endLine, writeBlock } from './output.ts'
import { renderList } from './write-list.ts'
import { writePicture } from './write-picture.ts'
import { formulaOf, renderFootnote, renderFormula, extractCalloutTone } from './callouts-and-formulas.ts'
import { renderTable } from './write-table.ts'

/** Dropped with their content. */
const skipped = new Set(
  'script style template noscript head title meta link base svg canvas map param source track input select frameset frame'.split(
    ' ',
  ),
)
/** Wikipedia's “[edit]”, and the second, visual copy of a KaTeX formula. */
const skippedParts = '.mw-editsection, .katex-html'
const boxes = new Set(
  'address article aside body center dd details div dl dt fieldset figcaption figure footer form header hgroup html main menu nav option p section summary tbody td tfoot th thead tr caption optgroup legend search slot textarea dialog object'.split(
    ' ',
  ),
)

export function writeInside(output: Output, parent: Node, marks: Marks) {
  for (const child of parent.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) writeText(output, child.nodeValue ?? '', marks)
    else if (child instanceof Element) writeElement(output, child, marks)
  }
}

/** Renders the blocks inside an element separately. */
function blocksOf(output: Output, element: Element, { within = output.within } = {}): string {
  const inner = createOutput(output, within)
  writeInside(inner, element, noMarks)
  endLine(inner)
  return inner.blocks
}

function partOfList(output: Output, part: Node): string {
  const inner = createOutput(output, true)
  if (part instanceof Element && part.localName !== 'li') writeElement(inner, part, noMarks)
  else if (part instanceof Element) writeInside(inner, part, noMarks)
  else if (part.nodeType === Node.TEXT_NODE) writeText(inner, part.nodeValue ?? '', noMarks)
  endLine(inner)
  return inner.blocks
}

function writeText(output: Output, text: string, marks: Marks) {
  const collapsed = text.replace(/[ \t\r\n\f]+/g, ' ')
  if (collapsed.trim() === '' && output.line === '') return
  const bare = output.tag.startsWith('h') ? { ...marks, strong: false } : marks
  output.line += collapsed === ' ' ? ' ' : renderMarks(collapsed, bare)
}

function writeElement(output: Output, element: Element, outer: Marks) {
  const name = element.localName
  if (skipped.has(name) || element.matches(skippedParts) || styleOf(element, 'display') === 'none') return
  if (writeSpecial(output, element)) return
  const marks = marksOf(element, outer)
  if (name === 'br') output.line += '<br>'
  else if (name === 'a') writeInside(output, element, { ...marks, href: linkOf(element, output) ?? outer.href })
  else if (name === 'img') writePicture(output, element)
  else if (name === 'math')
    writeText(output, element.querySelector('annotation')?.textContent ?? element.textContent, marks)
  else if (name === 'iframe' || name === 'embed' || name === 'video' || name === 'audio') writeMedia(output, element)
  else if (name === 'hr') writeBlock(output, '<hr>')
  else if (name === 'pre' || name === 'xmp') writeCode(output, element)
  else if (name === 'ul' || name === 'ol')
    writeBlock(
      output,
      renderList(element, (part) => partOfList(output, part)),
    )
  else if (name === 'blockquote') writeBlock(output, around('blockquote', blocksOf(output, element)))
  else if (name === 'table') writeTable(output, element, marks)
  else if (/^h[1-6]$/.test(name)) writeHeading(output, element, marks)
  else if (name === 'li' || boxes.has(name)) writeBox(output, element, marks)
  else writeInside(output, element, marks)
}

/** Footnotes, formulas and callouts. */
function writeSpecial(output: Output, element: Element): boolean {
  const note = element.getAttribute('data-node') === 'footnote' ? element.getAttribute('data-text') : null
  const formula = formulaOf(element)
  if (note) output.line += renderFootnote(note)
  else if (formula?.block) writeBlock(output, renderFormula(formula))
  else if (formula) output.line += renderFormula(formula)
  else return writeCallout(output, element)
  return true
}

function writeCallout(output: Output, element: Element): boolean {
  const tone = extractCalloutTone(element)
  if (tone === null) return false
  const inner = blocksOf(output, element, { within: true }) || '<p></p>'
  writeBlock(output, `<aside data-node="callout" data-tone="${tone}">${inner}</aside>`)
  return true
}

function around(tag: string, inner: string) {
  return inner && `<${tag}>${inner}</${tag}>`
}

function writeBox(output: Output, element: Element, marks: Marks) {
  endLine(output)
  const isTerm = element.localName === 'dt' || element.localName === 'summary'
  writeInside(output, element, isTerm ? { ...marks, strong: true } : marks)
  endLine(output)
}

function writeHeading(output: Output, element: Element, marks: Marks) {
  if (output.within) return writeBox(output, element, { ...marks, strong: true })
  endLine(output)
  const level = Math.min(Math.max(Number(element.localName.slice(1)) + output.shift, 2), 4)
  const outer = output.tag
  output.tag = `h${level}`
  writeInside(output, element, marks)
  endLine(output)
  output.tag = outer
}

function linkOf(element: Element, { origin }: Output): string | null {
  const address = sanitizeAddress(element.getAttribute('href') ?? '')
  // Links to this site become relative, so they survive a move to another domain.
  return address?.startsWith(`${origin}/`) ? address.slice(origin.length) : address
}

/** Embedded media becomes a link. */
function writeMedia(output: Output, element: Element) {
  const source = element.getAttribute('src') ?? element.querySelector('source')?.getAttribute('src') ?? ''
  const address = sanitizeAddress(source.startsWith('//') ? `https:${source}` : source)
  if (address)
    writeBlock(output, `<p>${renderMarks(element.getAttribute('title') || address, { ...noMarks, href: address })}</p>`)
  else writeInside(output, element, noMarks)
}

function writeCode(output: Output, element: Element) {
  for (const br of element.querySelectorAll('br')) br.replaceWith('\n')
  const named = `${element.className} ${element.querySelector('code')?.className ?? ''}`
  const language = /\b(?:language|lang|brush:|highlight-source)-?\s?([\w+#-]+)/.exec(named)?.[1]
  const text = element.textContent.replace(/\n+$/, '')
  if (text.trim() === '') return
  const attribute = language ? ` class="language-${escapeHtml(language)}"` : ''
  writeBlock(output, `<pre><code${attribute}>${escapeHtml(text)}</code></pre>`)
}

/** A layout table is replaced by its content. */
function writeTable(output: Output, table: Element, marks: Marks) {
  const html = output.within ? null : renderTable(table, (cell) => blocksOf(output, cell, { within: true }))
  if (html === null) return writeBox(output, table, marks)
  const caption = table.querySelector(':scope > caption')
  if (caption) writeBox(output, caption, marks)
  writeBlock(output, html)
}
