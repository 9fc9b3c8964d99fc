import type { Node } from '@tiptap/pm/model'

/** Nodes are immutable, so each block is counted once. */
const counted = new WeakMap<Node, number>()
const segmenters = new Map<string, Intl.Segmenter>()

/** Longest uninterrupted work, in milliseconds, that does not delay typing. */
const SLICE_MS = 8
const WORDS_PER_MINUTE = 238

function segmenterOf(language: string) {
  const known = segmenters.get(language)
  if (known) return known
  const made = new Intl.Segmenter(Intl.Segmenter.supportedLocalesOf(language), { granularity: 'word' })
  segmenters.set(language, made)
  return made
}

function wordsIn(text: string, language: string) {
  let words = 0
  for (const { isWordLike } of segmenterOf(language).segment(text)) if (isWordLike) words++
  return words
}

function countBlock(block: Node, language: string) {
  const known = counted.get(block)
  if (known !== undefined) return known
  const words = wordsIn(block.textBetween(0, block.content.size, ' ', ' '), language)
  counted.set(block, words)
  return words
}

/** Counts block by block and yields in between; null when aborted. */
export async function countWords(doc: Node, language: string, signal: AbortSignal): Promise<number | null> {
  let words = 0
  let since = performance.now()
  for (const block of doc.children) {
    if (performance.now() - since > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve))
      since = performance.now()
    }
    if (signal.aborted) return null
    words += countBlock(block, language)
  }
  return words
}

export function readingMinutes(words: number) {
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE))
}
