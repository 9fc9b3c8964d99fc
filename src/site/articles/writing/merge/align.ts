import { diffArrays } from 'diff'
import type { Node } from '#contract/document/document.ts'
import { storedKey } from '#site/articles/writing/saving/equality.ts'
import { type Words, isBare, pairBlocks, wordsOf } from './pair-blocks.ts'

/** What a side did to a block, and the blocks in its place now. A block that was split has two. */
export type Fate = { kind: 'same' | 'changed' | 'deleted' | 'moved'; to: Node[] }

/** A block that a side added; for a moved block, `from` is its index in the base. */
export type Added = { node: Node; key: string; from: number | null }

/** How a text differs from its base. */
export type Side = {
  /** For each block of the base. */
  fates: Fate[]
  /** The blocks added before each block of the base; the last entry is after all of them. */
  added: Added[][]
}

const MAX_EDITS = 2000
/** The share of a block's words that must be missing in its neighbour for it to be split off from it. */
const MIN_SPLIT_OVERLAP = 0.5

/** Finds what a side did to each block of the base. Fates and added blocks in order are the text of the side. */
export function align(base: Node[], side: Node[]): Side {
  const [from, to] = [base.map(storedKey), side.map(storedKey)]
  const fates: Fate[] = base.map(() => ({ kind: 'deleted', to: [] }))
  const added: Added[][] = Array.from({ length: base.length + 1 }, () => [])
  const add = (place: number, at: number) => {
    const node = side[at]
    if (node) added[place]?.push({ node, key: to[at] ?? '', from: null })
  }
  let [left, right] = [0, 0]
  for (const { removed, inserted, same } of hunks(from, to)) {
    const found = findEdited(base.slice(left, left + removed), side.slice(right, right + inserted))
    let next = 0
    for (let i = 0; i < removed; i++) {
      const pair = found.get(i)
      if (!pair) continue
      while (next < pair.first) add(left + i, right + next++)
      next = pair.last + 1
      fates[left + i] = { kind: 'changed', to: side.slice(right + pair.first, right + pair.last + 1) }
    }
    while (next < inserted) add(left + removed, right + next++)
    left += removed
    right += inserted
    for (let i = 0; i < same; i++) fates[left + i] = { kind: 'same', to: side.slice(right + i, right + i + 1) }
    left += same
    right += same
  }
  findMoves(base, from, { fates, added })
  return { fates, added }
}

/** The two texts as runs of different blocks, each followed by a run of equal blocks. */
function hunks(from: string[], to: string[]) {
  const found: { removed: number; inserted: number; same: number }[] = []
  const parts = diffArrays(from, to, { maxEditLength: MAX_EDITS })
  if (!parts) return [{ removed: from.length, inserted: to.length, same: 0 }]
  let open = { removed: 0, inserted: 0, same: 0 }
  for (const { removed, added, value } of parts) {
    if (removed || added) {
      if (open.same > 0) {
        found.push(open)
        open = { removed: 0, inserted: 0, same: 0 }
      }
      if (removed) open.removed += value.length
      else open.inserted += value.length
    } else open.same += value.length
  }
  return [...found, open]
}

type Pair = { first: number; last: number }

/** Maps each removed block to the inserted blocks that are its edited version: several if it was split. */
function findEdited(removed: Node[], inserted: Node[]): Map<number, Pair> {
  const words = { removed: removed.map(wordsOf), inserted: inserted.map(wordsOf) }
  return withSplits(pairBlocks(removed, inserted, words), words)
}

/** Extends pairs to split blocks: the second half is next to the first and has the words that are missing there. */
function withSplits(found: Map<number, number>, { removed, inserted }: Words) {
  const taken = new Set(found.values())
  const split = new Map<number, Pair>()
  for (const [i, j] of [...found].toSorted(([a], [b]) => a - b)) {
    const missing = new Set([...(removed[i] ?? [])].filter((word) => !inserted[j]?.has(word)))
    const belongs = (at: number) => {
      const words = [...(inserted[at] ?? [])]
      const known = words.filter((word) => missing.has(word)).length
      return !taken.has(at) && words.length > 0 && known / words.length >= MIN_SPLIT_OVERLAP
    }
    const pair = { first: j, last: j }
    while (pair.first > 0 && belongs(pair.first - 1)) taken.add(--pair.first)
    while (pair.last + 1 < inserted.length && belongs(pair.last + 1)) taken.add(++pair.last)
    split.set(i, pair)
  }
  return split
}

/** A deleted block that was added elsewhere unchanged has moved. */
function findMoves(base: Node[], from: string[], { fates, added }: Side) {
  const places = new Map<string, Added[]>()
  for (const one of added.flat()) places.set(one.key, [...(places.get(one.key) ?? []), one])
  for (const [i, fate] of fates.entries()) {
    // Empty blocks are interchangeable, so they never count as moved.
    if (fate.kind !== 'deleted' || (isBare(base[i]) && base[i]?.type !== 'membersLine')) continue
    const place = places.get(from[i] ?? '')?.shift()
    if (!place) continue
    place.from = i
    fates[i] = { kind: 'moved', to: [] }
  }
}
