import { diffArrays } from 'diff'
import type { Document } from '#contract/document/document.ts'
import { type Block, blocksOf } from './blocks.ts'
import { type Run, compareWords, wordsIn } from './compare-words.ts'

export type ComparedBlock =
  | { change: 'same'; before: Block; after: Block; runs: Run[] }
  | { change: 'added'; before: null; after: Block; runs: Run[] }
  | { change: 'removed'; before: Block; after: null; runs: Run[] }
  /** When no word differs, the formatting or a URL does. */
  | { change: 'changed'; before: Block; after: Block; runs: Run[] }

const MAX_EDITS = 1000
/** Minimum similarity of two blocks to count as one that was changed. */
const MIN_SIMILARITY = 0.3

/** Compares block by block, in reading order. */
export function compareDocuments(before: Document, after: Document): ComparedBlock[] {
  const a = blocksOf(before)
  const b = blocksOf(after)
  const comparator = (x: Block, y: Block) => x.kind === y.kind && x.text === y.text
  const parts = diffArrays(a, b, { comparator, maxEditLength: MAX_EDITS })
  if (!parts) return [...a.map(removed), ...b.map(added)]

  const compared: ComparedBlock[] = []
  let left = 0
  let right = 0
  let removedBlocks: Block[] = []
  let addedBlocks: Block[] = []
  const flush = () => {
    compared.push(...pair(removedBlocks, addedBlocks))
    removedBlocks = []
    addedBlocks = []
  }
  for (const part of parts) {
    const count = part.value.length
    if (part.removed) removedBlocks.push(...a.slice(left, (left += count)))
    else if (part.added) addedBlocks.push(...b.slice(right, (right += count)))
    else {
      flush()
      const olds = a.slice(left, (left += count))
      const news = b.slice(right, (right += count))
      compared.push(...olds.flatMap((old, i) => both(old, news[i])))
    }
  }
  flush()
  return compared
}

function both(before: Block, after: Block | undefined): ComparedBlock[] {
  if (!after) return []
  const change = before.detail === after.detail ? 'same' : 'changed'
  return [{ change, before, after, runs: compareWords(before.text, after.text) }]
}

function removed(before: Block): ComparedBlock {
  return { change: 'removed', before, after: null, runs: before.text ? [{ change: 'removed', text: before.text }] : [] }
}

function added(after: Block): ComparedBlock {
  return { change: 'added', before: null, after, runs: after.text ? [{ change: 'added', text: after.text }] : [] }
}

/** Matches removed with added blocks that are the same block, changed. Keeps the order. */
function pair(removedBlocks: Block[], addedBlocks: Block[]): ComparedBlock[] {
  const partner = partners(removedBlocks, addedBlocks)
  const compared: ComparedBlock[] = []
  let next = 0
  for (const [i, old] of removedBlocks.entries()) {
    const match = partner.get(i)
    if (match === undefined) {
      compared.push(removed(old))
      continue
    }
    compared.push(...addedBlocks.slice(next, match).map(added), ...both(old, addedBlocks[match]))
    next = match + 1
  }
  return [...compared, ...addedBlocks.slice(next).map(added)]
}

/** The non-crossing pairs with the highest total similarity. */
function partners(removedBlocks: Block[], addedBlocks: Block[]) {
  const olds = removedBlocks.map(({ text }) => new Set(wordsIn(text)))
  const news = addedBlocks.map(({ text }) => new Set(wordsIn(text)))
  const best = Array.from({ length: removedBlocks.length + 1 }, () =>
    Array.from({ length: addedBlocks.length + 1 }, () => 0),
  )
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  const similarity = (i: number, j: number) => {
    const same = removedBlocks[i]?.kind === addedBlocks[j]?.kind
    const value = same ? wordOverlap(olds[i], news[j]) : 0
    return value >= MIN_SIMILARITY ? value : 0
  }
  for (let i = removedBlocks.length - 1; i >= 0; i--)
    for (let j = addedBlocks.length - 1; j >= 0; j--) {
      const row = best[i]
      const score = similarity(i, j)
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), score > 0 ? score + at(i + 1, j + 1) : 0)
    }
  const found = new Map<number, number>()
  for (let i = 0, j = 0; i < removedBlocks.length && j < addedBlocks.length;) {
    const score = similarity(i, j)
    if (score > 0 && at(i, j) === score + at(i + 1, j + 1)) found.set(i++, j++)
    else if (at(i, j) === at(i + 1, j)) i++
    else j++
  }
  return found
}

function wordOverlap(a: Set<string> | undefined, b: Set<string> | undefined) {
  if (!a || !b || a.size + b.size === 0) return 0
  const common = [...a].filter((word) => b.has(word)).length
  return (2 * common) / (a.size + b.size)
}
