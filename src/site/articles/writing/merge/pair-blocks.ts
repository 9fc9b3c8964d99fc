import type { Node } from '#contract/document/document.ts'
import { wordsIn } from '#site/articles/writing/compare/compare-words.ts'

/** Comparing every block with every other beyond this would be felt while typing. */
const MOST_PAIRS = 40_000
/** How much of the shorter one two blocks must share to be the same block, edited. */
const ALIKE = 0.5

/** The words of each block that went, and of each that came. */
export type Words = { olds: Set<string>[]; news: Set<string>[] }

/** Of blocks that went and blocks that came in one place, finds those that are the same one, edited. Pairs do not cross. */
export function pairBlocks(gone: Node[], come: Node[], words: Words): Map<number, number> {
  const found = gone.length * come.length <= MOST_PAIRS ? likePairs(gone, words) : new Map<number, number>()
  fillGaps(found, gone, come)
  return found
}

/** The pairs that have the most in common altogether. */
function likePairs(gone: Node[], { olds, news }: Words) {
  const like = olds.map((a, i) => news.map((b) => (isBare(gone[i]) ? 0 : likeness(a, b))))
  const best = Array.from({ length: olds.length + 1 }, () => Array.from({ length: news.length + 1 }, () => 0))
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  const withPair = (i: number, j: number) => {
    const value = like[i]?.[j] ?? 0
    return value > 0 ? value + at(i + 1, j + 1) : 0
  }
  for (let i = olds.length - 1; i >= 0; i--)
    for (let j = news.length - 1; j >= 0; j--) {
      const row = best[i]
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), withPair(i, j))
    }
  const found = new Map<number, number>()
  for (let i = 0, j = 0; i < olds.length && j < news.length;) {
    if (withPair(i, j) > 0 && at(i, j) === withPair(i, j)) found.set(i++, j++)
    else if (at(i, j) === at(i + 1, j)) i++
    else j++
  }
  return found
}

function likeness(a: Set<string>, b: Set<string>) {
  const smaller = Math.min(a.size, b.size)
  if (smaller === 0) return 0
  const common = [...a].filter((word) => b.has(word)).length
  // Of two that hold all of it, the one with less beside it.
  return common / smaller < ALIKE ? 0 : common / smaller + (2 * common) / (a.size + b.size)
}

/** Between two pairs, as many blocks that went as came are those, rewritten. */
function fillGaps(found: Map<number, number>, gone: Node[], come: Node[]) {
  const anchors = [...found].toSorted(([a], [b]) => a - b)
  let [i, j] = [0, 0]
  for (const [nextI, nextJ] of [...anchors, [gone.length, come.length] as const]) {
    if (nextI - i === nextJ - j)
      for (let n = 0; i + n < nextI; n++) if (!isBare(gone[i + n]) && !isBare(come[j + n])) found.set(i + n, j + n)
    ;[i, j] = [nextI + 1, nextJ + 1]
  }
}

/** An empty line, a divider: nothing of it can be edited, so it only comes and goes. */
export function isBare(node: Node | undefined) {
  return node !== undefined && node.attrs === undefined && (node.content ?? []).length === 0 && node.text === undefined
}

/** The words of a block, also those of its attributes: what was written, and what it shows. */
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
