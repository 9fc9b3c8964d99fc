import { diffArrays } from 'diff'
import type { Node } from '#contract/document/document.ts'
import { storedKey } from '#site/articles/writing/saving/equality.ts'
import { type Words, isBare, pairBlocks, wordsOf } from './pair-blocks.ts'

/** What a side made of a block: the blocks that stand in its place now. A block that was split has two. */
export type Fate = { kind: 'same' | 'changed' | 'deleted' | 'moved'; to: Node[] }

/** A block that a side added; `from` is the place of the base block that it moved here. */
export type Added = { node: Node; key: string; from: number | null }

/** How a text differs from the one that it was made from. */
export type Side = {
  /** For each block of the base. */
  fates: Fate[]
  /** What stands before each block of the base; the last is what stands after all of them. */
  added: Added[][]
}

const MOST_EDITS = 2000
/** How much of a block must be missing in the one beside it to have been a part of it. */
const SPLIT_OFF = 0.5

/** Finds out what a side did to each block of the base. Its order is kept: read in order, a side gives its own text. */
export function align(base: Node[], side: Node[]): Side {
  const [from, to] = [base.map(storedKey), side.map(storedKey)]
  const fates: Fate[] = base.map(() => ({ kind: 'deleted', to: [] }))
  const added: Added[][] = Array.from({ length: base.length + 1 }, () => [])
  const add = (place: number, at: number) => {
    const node = side[at]
    if (node) added[place]?.push({ node, key: to[at] ?? '', from: null })
  }
  let [left, right] = [0, 0]
  for (const { gone, come, same } of hunks(from, to)) {
    const found = editedIn(base.slice(left, left + gone), side.slice(right, right + come))
    let next = 0
    for (let i = 0; i < gone; i++) {
      const pair = found.get(i)
      if (!pair) continue
      while (next < pair.first) add(left + i, right + next++)
      next = pair.last + 1
      fates[left + i] = { kind: 'changed', to: side.slice(right + pair.first, right + pair.last + 1) }
    }
    while (next < come) add(left + gone, right + next++)
    left += gone
    right += come
    for (let i = 0; i < same; i++) fates[left + i] = { kind: 'same', to: side.slice(right + i, right + i + 1) }
    left += same
    right += same
  }
  findMoves(base, from, { fates, added })
  return { fates, added }
}

/** The two texts as runs of blocks that differ, each followed by a run of blocks that are the same. */
function hunks(from: string[], to: string[]) {
  const found: { gone: number; come: number; same: number }[] = []
  const parts = diffArrays(from, to, { maxEditLength: MOST_EDITS })
  if (!parts) return [{ gone: from.length, come: to.length, same: 0 }]
  let open = { gone: 0, come: 0, same: 0 }
  for (const { removed, added, value } of parts) {
    if (removed || added) {
      if (open.same > 0) {
        found.push(open)
        open = { gone: 0, come: 0, same: 0 }
      }
      if (removed) open.gone += value.length
      else open.come += value.length
    } else open.same += value.length
  }
  return [...found, open]
}

type Pair = { first: number; last: number }

/** Which of the blocks that came are blocks that went, edited. A block that was split in two is both of them. */
function editedIn(gone: Node[], come: Node[]): Map<number, Pair> {
  const words = { olds: gone.map(wordsOf), news: come.map(wordsOf) }
  return withSplits(pairBlocks(gone, come, words), words)
}

/** The second half of a block stands beside the first, and has the words that are missing there. */
function withSplits(found: Map<number, number>, { olds, news }: Words) {
  const taken = new Set(found.values())
  const split = new Map<number, Pair>()
  for (const [i, j] of [...found].toSorted(([a], [b]) => a - b)) {
    const missing = new Set([...(olds[i] ?? [])].filter((word) => !news[j]?.has(word)))
    const belongs = (at: number) => {
      const words = [...(news[at] ?? [])]
      const known = words.filter((word) => missing.has(word)).length
      return !taken.has(at) && words.length > 0 && known / words.length >= SPLIT_OFF
    }
    const pair = { first: j, last: j }
    while (pair.first > 0 && belongs(pair.first - 1)) taken.add(--pair.first)
    while (pair.last + 1 < news.length && belongs(pair.last + 1)) taken.add(++pair.last)
    split.set(i, pair)
  }
  return split
}

/** A block that went and stands elsewhere as it was has moved. */
function findMoves(base: Node[], from: string[], { fates, added }: Side) {
  const places = new Map<string, Added[]>()
  for (const one of added.flat()) places.set(one.key, [...(places.get(one.key) ?? []), one])
  for (const [i, fate] of fates.entries()) {
    // Empty lines are many, and none of them is any other's.
    if (fate.kind !== 'deleted' || (isBare(base[i]) && base[i]?.type !== 'membersLine')) continue
    const place = places.get(from[i] ?? '')?.shift()
    if (!place) continue
    place.from = i
    fates[i] = { kind: 'moved', to: [] }
  }
}
