/** A picture on its way: where it is now, and the link that keeps its place until it has arrived. */
export type PastedPicture = { source: string; place: string; alt: string; caption: string }

/** The blocks written so far, and the line that has not become one yet. */
export type Page = {
  blocks: string
  line: string
  /** What the line becomes. */
  tag: string
  /** What the page's highest heading becomes the second level by. */
  shift: number
  /** Inside a list or a table, where there are no tables and no headings. */
  within: boolean
  origin: string
  pictures: PastedPicture[]
}

export function newPage(
  { origin, shift, pictures }: Pick<Page, 'origin' | 'shift' | 'pictures'>,
  within = false,
): Page {
  return { blocks: '', line: '', tag: 'p', within, origin, shift, pictures }
}

/** Ends the line: it becomes a block, or several where somebody left lines empty. */
export function endLine(page: Page) {
  const parts = page.line.split(/(?:<br>\s*){2,}/).map((part) => part.replace(/^(\s|<br>)+|(\s|<br>)+$/g, ''))
  for (const part of parts) if (hasWords(part)) page.blocks += `<${page.tag}>${part}</${page.tag}>`
  page.line = ''
}

function hasWords(html: string) {
  return html.replace(/<[^>]*>/g, '').trim() !== ''
}

export function writeBlock(page: Page, html: string) {
  endLine(page)
  page.blocks += html
}
