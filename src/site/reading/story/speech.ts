/** A passage for text to speech; its element is highlighted while it is read. */
export type Passage = { element: Element | null; words: string }

const LONGEST = 220

/** Spoken labels for content without text. */
const told: [selector: string, words: string][] = [
  ['pre', 'Code.'],
  ['.story-math', 'A formula.'],
  ['.story-table', 'A table.'],
  ['.story-embed', 'Something from another site.'],
  ['.story-file', 'A file.'],
]

/** The passages of a story, in order: its title, then each paragraph. */
export function passagesOf(title: string, text: Element): Passage[] {
  return [{ element: null, words: title }, ...[...text.children].flatMap(piecesIn)].filter(({ words }) => words !== '')
}

function piecesIn(element: Element): Passage[] {
  if (element.matches('.story-notes, hr, .story-button')) return []
  const instead = told.find(([selector]) => element.matches(selector))
  if (instead) return [{ element, words: instead[1] }]
  if (element.matches('figure')) return [...element.querySelectorAll('figcaption')].flatMap(wordsOf)
  if (element.matches('details:not([open])')) return [...element.querySelectorAll(':scope > summary')].flatMap(wordsOf)
  const blocks = [...element.children].filter((child) => child.matches(BLOCKS))
  return blocks.length > 0 ? blocks.flatMap(piecesIn) : wordsOf(element)
}

const BLOCKS = 'p, li, ul, ol, div, blockquote, figure, pre, table, aside, details, summary, h2, h3, h4'

function wordsOf(element: Element): Passage[] {
  const copy = element.cloneNode(true)
  if (!(copy instanceof Element)) return []
  for (const note of copy.querySelectorAll('.story-note, input')) note.remove()
  for (const formula of copy.querySelectorAll('math')) formula.replaceWith(' formula ')
  for (const line of copy.querySelectorAll('br')) line.replaceWith(' ')
  return [{ element, words: (copy.textContent ?? '').replace(/\s+/g, ' ').trim() }]
}

/** Splits at sentences: browsers stop in the middle of long texts. */
export function sentencesOf(words: string, language: string): string[] {
  const parts: string[] = []
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' })
  for (const { segment } of segmenter.segment(words)) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + segment.length <= LONGEST) parts[parts.length - 1] = last + segment
    else parts.push(segment)
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}
