import { diffArrays } from 'diff'
import type { Document, Node } from '#contract/document/document.ts'
import { isStoredEqual, storedKey } from '#site/articles/writing/saving/equality.ts'
import { type Fate, type Side, align } from './align.ts'

/** A block that both sides changed differently; an empty side deleted it. */
export type Clash = {
  /** The index of the block in the base. It identifies the clash, because everything else may change. */
  at: number
  base: Node
  mine: Node[]
  theirs: Node[]
}

export type Choice = 'mine' | 'theirs'

/** A section of the merged text, in order: merged blocks, or a clash for the writer to resolve. */
export type Part = { clash: null; nodes: Node[] } | { clash: Clash }

type Texts = { base: Document; mine: Document; theirs: Document }

/**
 * Three-way merge, block by block. Changes of one side are applied. Blocks that both added in one place are all kept,
 * theirs first. All text of both sides is in the result or in a clash.
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

/** The merged text with each clash resolved. */
export function documentOf(parts: readonly Part[], choose: (clash: Clash) => Choice): Document {
  const nodes = parts.flatMap((part) => (part.clash ? part.clash[choose(part.clash)] : part.nodes))
  // Both sides may have added a members-only line. The first one hides more from non-members.
  const line = nodes.findIndex(({ type }) => type === 'membersLine')
  const content = nodes.filter(({ type }, i) => type !== 'membersLine' || i === line)
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

/** The blocks that both texts have, in order: a substitute for an unknown base. */
export function commonOf(a: Document, b: Document): Document {
  const common: Node[] = []
  let at = 0
  for (const { removed, added, value } of diffArrays(a.content.map(storedKey), b.content.map(storedKey))) {
    if (!removed && !added) common.push(...a.content.slice(at, at + value.length))
    if (!added) at += value.length
  }
  return { type: 'doc', content: common }
}

/** Whether a text contains every block that another text added to their base. */
export function holdsChanges(text: Document, changed: Document, base: Document) {
  return minus(changesOf(changed, base), text.content.map(storedKey)).length === 0
}

/** Whether a text has blocks that are not in its base. */
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
  // Merged at its new place.
  if (mine.kind === 'moved' || theirs.kind === 'moved') return { clash: null, nodes: [] }
  if (mine.kind === 'same' || isStoredEqual(mine.to, theirs.to)) return { clash: null, nodes: theirs.to }
  if (theirs.kind === 'same') return { clash: null, nodes: mine.to }
  return { clash: { ...block, mine: mine.to, theirs: theirs.to } }
}

type Sides = { mine: Side; theirs: Side }

/** The final place of each moved block: the earlier one if both sides moved it. */
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
  // Blocks that both added appear once.
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
