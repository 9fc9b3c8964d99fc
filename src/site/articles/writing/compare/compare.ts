import { diffArrays } from 'diff'
import type { Document } from '#contract/document/document.ts'
import { type Block, blocksOf } from './blocks.ts'
import { type Run, compareWords, wordsIn } from './compare-words.ts'

export type ComparedBlock =
  | { change: 'same'; before: Block; after: Block; runs: Run[] }
  | { change: 'added'; before: null; after: Block; runs: Run[] }
  | { change: 'removed'; before: Block; after: null; runs: Run[] }
  /** When no word differs, its look or an address does. */
  | { change: 'changed'; before: Block; after: Block; runs: Run[] }

const MOST_EDITS = 1000
/** How much two blocks must have in common to be one that was changed. */
const ALIKE = 0.3

/** What became of each block, in the order of reading. */
export function compareDocuments(before: Document, after: Document): ComparedBlock[] {
  const a = blocksOf(before)
  const b = blocksOf(after)
  const comparator = (x: Block, y: Block) => x.kind === y.kind && x.text === y.text
  const parts = diffArrays(a, b, { comparator, maxEditLength: MOST_EDITS })
  if (!parts) return [...a.map(removed), ...b.map(added)]

  const compared: ComparedBlock[] = []
  let left = 0
  let right = 0
  let gone: Block[] = []
  let come: Block[] = []
  const settle = () => {
    compared.push(...pair(gone, come))
    gone = []
    come = []
  }
  for (const part of parts) {
    const count = part.value.length
    if (part.removed) gone.push(...a.slice(left, (left += count)))
    else if (part.added) come.push(...b.slice(right, (right += count)))
    else {
      settle()
      const olds = a.slice(left, (left += count))
      const news = b.slice(right, (right += count))
      compared.push(...olds.flatMap((old, i) => both(old, news[i])))
    }
  }
  settle()
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

/** Of blocks that went and blocks that came in one place, finds those that are the same one, changed. Their order stays. */
function pair(gone: Block[], come: Block[]): ComparedBlock[] {
  const partner = partners(gone, come)
  const compared: ComparedBlock[] = []
  let next = 0
  for (const [i, old] of gone.entries()) {
    const match = partner.get(i)
    if (match === undefined) {
      compared.push(removed(old))
      continue
    }
    compared.push(...come.slice(next, match).map(added), ...both(old, come[match]))
    next = match + 1
  }
  return [...compared, ...come.slice(next).map(added)]
}

/** The pairs that have the most in common altogether, without crossing. */
function partners(gone: Block[], come: Block[]) {
  const olds = gone.map(({ text }) => new Set(wordsIn(text)))
  const news = come.map(({ text }) => new Set(wordsIn(text)))
  const best = Array.from({ length: gone.length + 1 }, () => Array.from({ length: come.length + 1 }, () => 0))
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  const likeness = (i: number, j: number) => {
    const same = gone[i]?.kind === come[j]?.kind
    const value = same ? shared(olds[i], news[j]) : 0
    return value >= ALIKE ? value : 0
  }
  for (let i = gone.length - 1; i >= 0; i--)
    for (let j = come.length - 1; j >= 0; j--) {
      const row = best[i]
      const like = likeness(i, j)
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), like > 0 ? like + at(i + 1, j + 1) : 0)
    }
  const found = new Map<number, number>()
  for (let i = 0, j = 0; i < gone.length && j < come.length;) {
    const like = likeness(i, j)
    if (like > 0 && at(i, j) === like + at(i + 1, j + 1)) found.set(i++, j++)
    else if (at(i, j) === at(i + 1, j)) i++
    else j++
  }
  return found
}

function shared(a: Set<string> | undefined, b: Set<string> | undefined) {
  if (!a || !b || a.size + b.size === 0) return 0
  const common = [...a].filter((word) => b.has(word)).length
  return (2 * common) / (a.size + b.size)
}
