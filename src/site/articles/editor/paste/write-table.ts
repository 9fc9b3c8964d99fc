/** Renders a data table; null for a layout table. */
export function renderTable(table: Element, inner: (cell: Element) => string): string | null {
  const rows = rowsOf(table)
  const isLayout =
    rows.every((row) => cellsOf(row).length < 2) ||
    table.querySelector('table') !== null ||
    table.getAttribute('role') === 'presentation'
  if (isLayout) return null
  const body = rows.map(
    (row) =>
      `<tr>${cellsOf(row)
        .map((cell) => cellOf(cell, inner))
        .join('')}</tr>`,
  )
  return `<table><tbody>${body.join('')}</tbody></table>`
}

function rowsOf(table: Element) {
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table)
  return rows.filter((row) => cellsOf(row).length > 0)
}

function cellsOf(row: Element) {
  return [...row.children].filter(({ localName }) => localName === 'td' || localName === 'th')
}

function cellOf(cell: Element, inner: (cell: Element) => string) {
  const name = cell.localName === 'th' ? 'th' : 'td'
  const spans = ['colspan', 'rowspan'].map((attribute) => {
    const span = Number(cell.getAttribute(attribute) ?? 1)
    return Number.isInteger(span) && span > 1 && span <= 50 ? ` ${attribute}="${span}"` : ''
  })
  return `<${name}${spans.join('')}${alignOf(cell)}>${inner(cell) || '<p></p>'}</${name}>`
}

/** Left is ignored: many pages set it on every cell without meaning it. */
function alignOf(cell: Element) {
  const given = cell instanceof HTMLElement ? cell.style.textAlign || cell.getAttribute('align') : null
  return given === 'right' || given === 'center' ? ` align="${given}"` : ''
}
