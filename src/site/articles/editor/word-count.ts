import type { Node } from '@tiptap/pm/model'

/** Nodes never change, so a block is counted once, whatever happens around it. */
const counted = new WeakMap<Node, number>()
const segmenters = new Map<string, Intl.Segmenter>()

/** A slice of work, in milliseconds, that nobody who types can feel. */
const SLICE_MS = 8
const WORDS_A_MINUTE = 238

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

/** Counts a text block after block and gives way in between; null when it was stopped. */
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

export function minutesOf(words: number) {
  return Math.max(1, Math.round(words / WORDS_A_MINUTE))
}
