import { diffArrays } from 'diff'
import type { Document, Node } from '#contract/document/document.ts'
import { isStoredEqual, storedKey } from '#site/articles/writing/saving/equality.ts'
import { type Fate, type Side, align } from './align.ts'

/** A block that both changed, each in their own way; nothing on one side means that it was deleted there. */
export type Clash = {
  /** The place of the block in the base, which is its name: nothing else about it stays the same. */
  at: number
  base: Node
  mine: Node[]
  theirs: Node[]
}

export type Choice = 'mine' | 'theirs'

/** A merged text in its order: blocks that are settled, and blocks that a person must choose. */
export type Part = { clash: null; nodes: Node[] } | { clash: Clash }

type Texts = { base: Document; mine: Document; theirs: Document }

/**
 * Merges two texts that were made from the same one, block by block. What only one side did is done. What both added in
 * one place is kept, theirs first. Every letter of both is in the result or in a clash.
 */
export function mergeDocuments({ base, mine, theirs }: Texts): Part[] {
  const sides = { mine: align(base.content, mine.content), theirs: align(base.content, theirs.content) }
  const places = placesOfMoves(sides)
  const parts: Part[] = []
  for (let i = 0; i <= base.content.length; i++) {
    parts.push({ clash: null, nodes: addedAt(i, sides, places) })
    const block = base.content[i]
    const [own, other] = [sides.mine.fates[i], sides.theirs.fates[i]]
    if (block && own && other) parts.push(partOf({ at: i, base: block }, own, other))
  }
  return parts
}

export function clashesOf(parts: readonly Part[]): Clash[] {
  return parts.flatMap(({ clash }) => clash ?? [])
}

/** The text when each clash is decided. */
export function documentOf(parts: readonly Part[], choose: (clash: Clash) => Choice): Document {
  const nodes = parts.flatMap((part) => (part.clash ? part.clash[choose(part.clash)] : part.nodes))
  // Both may have added the line; the first of two hides more from those who may not read it.
  const line = nodes.findIndex(({ type }) => type === 'membersLine')
  const content = nodes.filter(({ type }, i) => type !== 'membersLine' || i === line)
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

/** The blocks that both texts have, in order: a base for two texts whose base is not known. */
export function commonOf(a: Document, b: Document): Document {
  const common: Node[] = []
  let at = 0
  for (const { removed, added, value } of diffArrays(a.content.map(storedKey), b.content.map(storedKey))) {
    if (!removed && !added) common.push(...a.content.slice(at, at + value.length))
    if (!added) at += value.length
  }
  return { type: 'doc', content: common }
}

/** Whether a text holds every block that another has beyond their base. */
export function holdsChanges(text: Document, changed: Document, base: Document) {
  return minus(changesOf(changed, base), text.content.map(storedKey)).length === 0
}

/** Whether a text has blocks that its base has not. */
export function hasChanges(changed: Document, base: Document) {
  return changesOf(changed, base).length > 0
}

function changesOf(changed: Document, base: Document) {
  return minus(changed.content.map(storedKey), base.content.map(storedKey))
}

function minus(keys: string[], others: string[]) {
  const left = new Map<string, number>()
  for (const key of others) left.set(key, (left.get(key) ?? 0) + 1)
  return keys.filter((key) => {
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
}

function partOf(block: Pick<Clash, 'at' | 'base'>, mine: Fate, theirs: Fate): Part {
  // It is merged where it was moved to.
  if (mine.kind === 'moved' || theirs.kind === 'moved') return { clash: null, nodes: [] }
  if (mine.kind === 'same' || isStoredEqual(mine.to, theirs.to)) return { clash: null, nodes: theirs.to }
  if (theirs.kind === 'same') return { clash: null, nodes: mine.to }
  return { clash: { ...block, mine: mine.to, theirs: theirs.to } }
}

type Sides = { mine: Side; theirs: Side }

/** Where each block that moved stands in the end. Of two places, the one that comes first. */
function placesOfMoves({ mine, theirs }: Sides) {
  const places = new Map<number, number>()
  for (const { added } of [mine, theirs])
    for (const [place, ones] of added.entries())
      for (const { from } of ones) if (from !== null) places.set(from, Math.min(place, places.get(from) ?? place))
  return places
}

function addedAt(place: number, { mine, theirs }: Sides, places: Map<number, number>): Node[] {
  const entries = (side: Side, other: Side) =>
    (side.added[place] ?? [])
      .filter(({ from }) => from === null || places.get(from) === place)
      .map(({ node, key, from }) => {
        const fate = from === null ? null : other.fates[from]
        return { key: from === null ? key : `moved ${from}`, nodes: fate?.kind === 'changed' ? fate.to : [node] }
      })
  const [first, second] = [entries(theirs, mine), entries(mine, theirs)]
  const nodes: Node[] = []
  let [i, j] = [0, 0]
  // What both added is there once.
  for (const { removed, added, value } of diffArrays(
    first.map(({ key }) => key),
    second.map(({ key }) => key),
  )) {
    const from = added ? second.slice(j, j + value.length) : first.slice(i, i + value.length)
    nodes.push(...from.flatMap((entry) => entry.nodes))
    if (!added) i += value.length
    if (!removed) j += value.length
  }
  return nodes
}
