import type { Mark, Node } from '#contract/document/document.ts'
import { parseLink } from '#contract/document/urls.ts'
import { attribute, escapeHtml } from './escape.ts'
import { renderMathMl } from './math.ts'
import { type RenderContext, withinTimeBudget, textAttribute } from './render-context.ts'

const tags: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  code: 'code',
  superscript: 'sup',
  subscript: 'sub',
  highlight: 'mark',
}

/** Adjacent text with the same href becomes one link, regardless of other marks. */
export function renderInline(nodes: Node[], context: RenderContext): string {
  let html = ''
  let open: string | null = null
  for (const node of nodes) {
    const href = node.type === 'text' ? hrefOf(node.marks ?? []) : null
    if (href !== open) {
      if (open !== null) html += '</a>'
      if (href !== null) html += `<a${attribute('href', href)}>`
      open = href
    }
    html += renderInlineNode(node, context)
  }
  return open === null ? html : `${html}</a>`
}

function renderInlineNode(node: Node, context: RenderContext): string {
  switch (node.type) {
    case 'text':
      return renderMarks(escapeHtml(node.text ?? ''), node.marks ?? [])
    case 'hardBreak':
      return '<br>'
    case 'footnote':
      return renderFootnote(textAttribute(node, 'text'), context)
    case 'inlineMath':
      return renderMath(textAttribute(node, 'latex'), false, context)
    default:
      return ''
  }
}

function hrefOf(marks: Mark[]) {
  return parseLink(marks.find(({ type }) => type === 'link')?.attrs?.['href'])
}

function renderMarks(text: string, marks: Mark[]) {
  return marks.reduceRight((inner, { type }) => {
    const tag = Object.hasOwn(tags, type) ? tags[type] : undefined
    return tag ? `<${tag}>${inner}</${tag}>` : inner
  }, text)
}

/** Falls back to the source when the LaTeX is invalid. */
export function renderMath(latex: string, display: boolean, context: RenderContext): string {
  if (latex.trim() === '') return ''
  context.mathBudget -= latex.length
  const rendered = context.mathBudget < 0 ? null : withinTimeBudget(context, () => renderMathMl(latex, display))
  return rendered ?? `<code class="story-formula">${escapeHtml(latex)}</code>`
}

function renderFootnote(text: string, context: RenderContext): string {
  if (text.trim() === '') return ''
  context.footnotes.push(text)
  const number = context.footnotesBefore + context.footnotes.length
  return `<sup class="story-note"><a id="note-ref-${number}" href="#note-${number}" role="doc-noteref" aria-label="Footnote ${number}">${number}</a></sup>`
}

/** The footnotes of the current part, with backlinks. */
export function renderFootnotes(context: RenderContext): string {
  const { footnotes, footnotesBefore } = context
  if (footnotes.length === 0) return ''
  const items = footnotes.map((text, index) => {
    const number = footnotesBefore + index + 1
    const back = `<a href="#note-ref-${number}" role="doc-backlink" aria-label="Back to footnote ${number} in the text">↩︎</a>`
    return `<li id="note-${number}"><p>${escapeHtml(text).replaceAll('\n', '<br>')} ${back}</p></li>`
  })
  context.footnotesBefore += footnotes.length
  context.footnotes = []
  const start = footnotesBefore === 0 ? '' : attribute('start', footnotesBefore + 1)
  return `<section class="story-notes" role="doc-endnotes" aria-label="${footnotesBefore === 0 ? 'Footnotes' : 'More footnotes'}"><ol${start}>${items.join('')}</ol></section>`
}
