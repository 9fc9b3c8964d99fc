import type { Node } from '#contract/document/document.ts'
import { attribute } from './escape.ts'
import { type Draw, numberIn, textIn } from './render-context.ts'

export const tableDraws: Record<string, Draw> = {
  table(node, rows) {
    const heads = headRows(node.content ?? [])
    const head = heads > 0 ? `<thead>${rows.slice(0, heads).join('')}</thead>` : ''
    const rest = heads < rows.length ? `<tbody>${rows.slice(heads).join('')}</tbody>` : ''
    return `<div class="story-table" tabindex="0" role="group" aria-label="Table"><table>${columns(node)}${head}${rest}</table></div>`
  },
  tableRow: (_, inner) => `<tr>${inner.join('')}</tr>`,
  tableHeader: (node, inner, _, row) =>
    `<th scope="${isHead(row) ? 'col' : 'row'}"${look(node)}>${unwrapped(node, inner)}</th>`,
  tableCell: (node, inner) => `<td${look(node)}>${unwrapped(node, inner)}</td>`,
}

function isHead({ content = [] }: Node) {
  return content.length > 0 && content.every(({ type }) => type === 'tableHeader')
}

/** How many rows make the head. A cell that reaches further down would be cut at its end; then there is none. */
function headRows(rows: Node[]) {
  const body = rows.findIndex((row) => !isHead(row))
  const heads = body === -1 ? rows.length : body
  const reaches = rows
    .slice(0, heads)
    .some(({ content = [] }, index) => content.some((cell) => index + (numberIn(cell, 'rowspan') ?? 1) > heads))
  return reaches ? 0 : heads
}

/** Widths that the writer pulled the columns to. */
function columns({ content: [first] = [] }: Node) {
  const widths = (first?.content ?? []).flatMap((cell) => {
    const given = cell.attrs?.['colwidth']
    return Array.isArray(given) ? given.map(Number) : Array<number>(numberIn(cell, 'colspan') ?? 1).fill(0)
  })
  if (!widths.some(Boolean)) return ''
  return `<colgroup>${widths.map((width) => (width > 0 ? `<col style="width:${width}px">` : '<col>')).join('')}</colgroup>`
}

function look(cell: Node) {
  const align = textIn(cell, 'align')
  return (
    span(cell, 'colspan') +
    span(cell, 'rowspan') +
    (['left', 'center', 'right'].includes(align) ? attribute('class', `align-${align}`) : '')
  )
}

function span(cell: Node, name: string) {
  const many = numberIn(cell, name) ?? 1
  return many > 1 ? attribute(name, many) : ''
}

/** A cell that holds one paragraph needs no paragraph. */
function unwrapped({ content = [] }: Node, inner: string[]) {
  const one = content.length === 1 && content[0]?.type === 'paragraph'
  return one ? inner.join('').replace(/^<p>|<\/p>$/g, '') : inner.join('')
}
