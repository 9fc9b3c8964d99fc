import type { Node } from '@tiptap/pm/model'
import { countWords, plainText } from '#contract/document/plain-text.ts'

/** Nodes are immutable, so each block is counted once. */
const counted = new WeakMap<Node, number>()

/** Longest uninterrupted work, in milliseconds, that does not delay typing. */
const SLICE_MS = 8

function countBlock(block: Node) {
  const known = counted.get(block)
  if (known !== undefined) return known
  const words = countWords(plainText({ content: [block.toJSON()] }))
  counted.set(block, words)
  return words
}

/** Counts as the server does, block by block, and yields in between; null when aborted. */
export async function countWordsInSlices(doc: Node, signal: AbortSignal): Promise<number | null> {
  let words = 0
  let since = performance.now()
  for (const block of doc.children) {
    if (performance.now() - since > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve))
      since = performance.now()
    }
    if (signal.aborted) return null
    words += countBlock(block)
  }
  return words
}
