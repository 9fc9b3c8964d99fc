import type { Node } from '#contract/document/document.ts'
import { attribute } from './escape.ts'
import { type NodeRenderer, numberAttribute, textAttribute } from './render-context.ts'

export const tableRenderers: Record<string, NodeRenderer> = {
  table(node, rows) {
    const headCount = countHeadRows(node.content ?? [])
    const head = headCount > 0 ? `<thead>${rows.slice(0, headCount).join('')}</thead>` : ''
    const rest = headCount < rows.length ? `<tbody>${rows.slice(headCount).join('')}</tbody>` : ''
    return `<div class="story-table" tabindex="0" role="group" aria-label="Table"><table>${renderColumns(node)}${head}${rest}</table></div>`
  },
  tableRow: (_, inner) => `<tr>${inner.join('')}</tr>`,
  tableHeader: (node, inner, _, row) =>
    `<th scope="${isHeadRow(row) ? 'col' : 'row'}"${cellAttributes(node)}>${unwrapParagraph(node, inner)}</th>`,
  tableCell: (node, inner) => `<td${cellAttributes(node)}>${unwrapParagraph(node, inner)}</td>`,
}

function isHeadRow({ content = [] }: Node) {
  return content.length > 0 && content.every(({ type }) => type === 'tableHeader')
}

/** Leading header rows. None when a cell spans into the body, because `thead` would cut it off. */
function countHeadRows(rows: Node[]) {
  const body = rows.findIndex((row) => !isHeadRow(row))
  const headCount = body === -1 ? rows.length : body
  const spansIntoBody = rows
    .slice(0, headCount)
    .some(({ content = [] }, index) =>
      content.some((cell) => index + (numberAttribute(cell, 'rowspan') ?? 1) > headCount),
    )
  return spansIntoBody ? 0 : headCount
}

/** Column widths set in the editor. */
function renderColumns({ content: [first] = [] }: Node) {
  const widths = (first?.content ?? []).flatMap((cell) => {
    const given = cell.attrs?.['colwidth']
    return Array.isArray(given) ? given.map(Number) : Array<number>(numberAttribute(cell, 'colspan') ?? 1).fill(0)
  })
  if (!widths.some(Boolean)) return ''
  return `<colgroup>${widths.map((width) => (width > 0 ? `<col style="width:${width}px">` : '<col>')).join('')}</colgroup>`
}

function cellAttributes(cell: Node) {
  const align = textAttribute(cell, 'align')
  return (
    span(cell, 'colspan') +
    span(cell, 'rowspan') +
    (['left', 'center', 'right'].includes(align) ? attribute('class', `align-${align}`) : '')
  )
}

function span(cell: Node, name: string) {
  const many = numberAttribute(cell, name) ?? 1
  return many > 1 ? attribute(name, many) : ''
}

/** A cell with a single paragraph gets no `<p>`. */
function unwrapParagraph({ content = [] }: Node, inner: string[]) {
  const one = content.length === 1 && content[0]?.type === 'paragraph'
  return one ? inner.join('').replace(/^<p>|<\/p>$/g, '') : inner.join('')
}
