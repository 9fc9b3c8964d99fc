import type { Node } from '#contract/document/document.ts'
import { wordsIn } from '#site/articles/writing/compare/compare-words.ts'

/** Comparing more pairs would be noticeable while typing. */
const MAX_PAIRS = 40_000
/** The share of the shorter block's words that an edited block must have kept. */
const MIN_OVERLAP = 0.5

/** The words of each removed and each inserted block. */
export type Words = { removed: Set<string>[]; inserted: Set<string>[] }

/** Pairs each removed block with the inserted block that is its edited version. Pairs do not cross. */
export function pairBlocks(removed: Node[], inserted: Node[], words: Words): Map<number, number> {
  const found = removed.length * inserted.length <= MAX_PAIRS ? similarPairs(removed, words) : new Map<number, number>()
  fillGaps(found, removed, inserted)
  return found
}

/** The pairing with the highest total similarity. */
function similarPairs(removedBlocks: Node[], { removed, inserted }: Words) {
  const scores = removed.map((a, i) => inserted.map((b) => (isBare(removedBlocks[i]) ? 0 : similarity(a, b))))
  const best = Array.from({ length: removed.length + 1 }, () => Array.from({ length: inserted.length + 1 }, () => 0))
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  const withPair = (i: number, j: number) => {
    const value = scores[i]?.[j] ?? 0
    return value > 0 ? value + at(i + 1, j + 1) : 0
  }
  for (let i = removed.length - 1; i >= 0; i--)
    for (let j = inserted.length - 1; j >= 0; j--) {
      const row = best[i]
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), withPair(i, j))
    }
  const found = new Map<number, number>()
  for (let i = 0, j = 0; i < removed.length && j < inserted.length;) {
    if (withPair(i, j) > 0 && at(i, j) === withPair(i, j)) found.set(i++, j++)
    else if (at(i, j) === at(i + 1, j)) i++
    else j++
  }
  return found
}

function similarity(a: Set<string>, b: Set<string>) {
  const smaller = Math.min(a.size, b.size)
  if (smaller === 0) return 0
  const common = [...a].filter((word) => b.has(word)).length
  // Among blocks that contain all the words, prefer the one with fewer others.
  return common / smaller < MIN_OVERLAP ? 0 : common / smaller + (2 * common) / (a.size + b.size)
}

/** Between two pairs, equal numbers of removed and inserted blocks are rewritten blocks, paired in order. */
function fillGaps(found: Map<number, number>, removed: Node[], inserted: Node[]) {
  const anchors = [...found].toSorted(([a], [b]) => a - b)
  let [i, j] = [0, 0]
  for (const [nextI, nextJ] of [...anchors, [removed.length, inserted.length] as const]) {
    if (nextI - i === nextJ - j)
      for (let n = 0; i + n < nextI; n++)
        if (!isBare(removed[i + n]) && !isBare(inserted[j + n])) found.set(i + n, j + n)
    ;[i, j] = [nextI + 1, nextJ + 1]
  }
}

/** An empty paragraph or a divider: it has nothing to edit, so it can only be inserted or removed. */
export function isBare(node: Node | undefined) {
  return node !== undefined && node.attrs === undefined && (node.content ?? []).length === 0 && node.text === undefined
}

/** The words of a block, including those of its attributes. */
export function wordsOf(node: Node): Set<string> {
  const found = new Set<string>()
  const look = ({ text = '', attrs = {}, content = [] }: Node) => {
    const values = Object.values(attrs).filter((value) => typeof value === 'string' || typeof value === 'number')
    for (const word of wordsIn([text, ...values].join(' '))) if (/[\p{L}\p{N}]/u.test(word)) found.add(word)
    content.forEach(look)
  }
  look(node)
  return found
}
