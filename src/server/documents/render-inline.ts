import type { Mark, Node } from '#contract/document/document.ts'
import { linkOf } from './addresses.ts'
import { attribute, escapeHtml } from './escape.ts'
import { mathMl } from './math.ts'
import { type Story, patiently, textIn } from './render-context.ts'

const tags: Record<string, string> = { bold: 'strong', italic: 'em', strike: 's', code: 'code' }

/** A line of text. Neighbours that lead to one address are one link, whatever else they are marked with. */
export function drawInline(nodes: Node[], story: Story): string {
  let html = ''
  let open: string | null = null
  for (const node of nodes) {
    const href = node.type === 'text' ? hrefOf(node.marks ?? []) : null
    if (href !== open) {
      if (open !== null) html += '</a>'
      if (href !== null) html += `<a${attribute('href', href)}>`
      open = href
    }
    html += drawPiece(node, story)
  }
  return open === null ? html : `${html}</a>`
}

function drawPiece(node: Node, story: Story): string {
  switch (node.type) {
    case 'text':
      return marked(escapeHtml(node.text ?? ''), node.marks ?? [])
    case 'hardBreak':
      return '<br>'
    case 'footnote':
      return footnote(textIn(node, 'text'), story)
    case 'inlineMath':
      return formula(textIn(node, 'latex'), false, story)
    default:
      return ''
  }
}

function hrefOf(marks: Mark[]) {
  return linkOf(marks.find(({ type }) => type === 'link')?.attrs?.['href'])
}

function marked(text: string, marks: Mark[]) {
  return marks.reduceRight((inner, { type }) => {
    const tag = Object.hasOwn(tags, type) ? tags[type] : undefined
    return tag ? `<${tag}>${inner}</${tag}>` : inner
  }, text)
}

/** As MathML, or as its source when there is a mistake in it. */
export function formula(latex: string, display: boolean, story: Story): string {
  if (latex.trim() === '') return ''
  story.formulas -= latex.length
  const drawn = story.formulas < 0 ? null : patiently(story, () => mathMl(latex, display))
  return drawn ?? `<code class="story-formula">${escapeHtml(latex)}</code>`
}

function footnote(text: string, story: Story): string {
  if (text.trim() === '') return ''
  story.notes.push(text)
  const number = story.notesBefore + story.notes.length
  return `<sup class="story-note"><a id="note-ref-${number}" href="#note-${number}" role="doc-noteref" aria-label="Footnote ${number}">${number}</a></sup>`
}

/** The footnotes of the part that was drawn, each with a way back to its place. */
export function drawNotes(story: Story): string {
  const { notes, notesBefore } = story
  if (notes.length === 0) return ''
  const items = notes.map((text, index) => {
    const number = notesBefore + index + 1
    const back = `<a href="#note-ref-${number}" role="doc-backlink" aria-label="Back to footnote ${number} in the text">↩︎</a>`
    return `<li id="note-${number}"><p>${escapeHtml(text).replaceAll('\n', '<br>')} ${back}</p></li>`
  })
  story.notesBefore += notes.length
  story.notes = []
  const start = notesBefore === 0 ? '' : attribute('start', notesBefore + 1)
  return `<section class="story-notes" role="doc-endnotes" aria-label="${notesBefore === 0 ? 'Footnotes' : 'More footnotes'}"><ol${start}>${items.join('')}</ol></section>`
}
