import type { Document, Node } from '#contract/document.ts'

const WORDS_A_MINUTE = 238
const EXCERPT_LETTERS = 220

/** The words alone, a line a block. */
export function plainText({ content }: Document): string {
  return content.map(blockText).filter(Boolean).join('\n')
}

function blockText(node: Node): string {
  if (node.type === 'hardBreak') return '\n'
  if (node.text !== undefined) return node.text
  const inner = (node.content ?? []).map(blockText)
  const holdsBlocks = node.content?.some(({ content }) => content !== undefined)
  return inner.join(holdsBlocks ? '\n' : '')
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/** Counts in every script: not all of them put spaces between words. */
export function countWords(text: string): number {
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words++
  return words
}

export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / WORDS_A_MINUTE))
}

/** The beginning, cut after a whole word. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= EXCERPT_LETTERS) return line
  return `${line.slice(0, EXCERPT_LETTERS).replace(/\s+\S*$/, '')}…`
}
