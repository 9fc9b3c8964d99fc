/** A picture to import: its source, and the href of the link that stands for it. */
export type PastedPicture = { source: string; placeholder: string; alt: string; caption: string }

/** The blocks written so far, and the current line. */
export type Output = {
  blocks: string
  line: string
  /** Tag of the current line. */
  tag: string
  /** Added to heading levels, so that the highest becomes level 2. */
  shift: number
  /** Inside a list or table, where tables and headings are not allowed. */
  within: boolean
  origin: string
  pictures: PastedPicture[]
}

export function createOutput(
  { origin, shift, pictures }: Pick<Output, 'origin' | 'shift' | 'pictures'>,
  within = false,
): Output {
  return { blocks: '', line: '', tag: 'p', within, origin, shift, pictures }
}

/** Turns the current line into blocks. Two line breaks in a row start a new block. */
export function endLine(output: Output) {
  const parts = output.line.split(/(?:<br>\s*){2,}/).map((part) => part.replace(/^(\s|<br>)+|(\s|<br>)+$/g, ''))
  for (const part of parts) if (hasWords(part)) output.blocks += `<${output.tag}>${part}</${output.tag}>`
  output.line = ''
}

/** Footnotes and formulas are elements without text. */
function hasWords(html: string) {
  return / data-node="/.test(html) || html.replace(/<[^>]*>/g, '').trim() !== ''
}

export function writeBlock(output: Output, html: string) {
  endLine(output)
  output.blocks += html
}
