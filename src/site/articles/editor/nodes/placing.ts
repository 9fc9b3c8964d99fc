import type { Fragment, Node, NodeType, ResolvedPos } from '@tiptap/pm/model'
import { NodeSelection, type Selection, TextSelection, type Transaction } from '@tiptap/pm/state'

export type Place = {
  /** Where the new block goes. */
  at: number
  /** The empty paragraph it takes the place of, if there is one. */
  empty: { from: number; to: number } | null
}

/** Where a block of this type goes for this selection: in place of an empty line, otherwise after the block one is in. */
export function placeFor(selection: Selection, type: NodeType): Place | null {
  if (selection instanceof NodeSelection && selection.node.isBlock) return after(selection.$to, type)
  const { $from } = selection
  const { parent, depth } = $from
  const blank = parent.type.name === 'paragraph' && parent.content.size === 0
  if (blank && depth > 0 && fits($from.node(depth - 1), $from.index(depth - 1), type)) {
    return { at: $from.before(), empty: { from: $from.before(), to: $from.after() } }
  }
  return after($from, type)
}

/** The nearest place outside of whatever cannot hold it. */
function after($pos: ResolvedPos, type: NodeType): Place | null {
  for (let depth = $pos.depth; depth >= 0; depth--) {
    const parent = $pos.node(depth)
    if (parent.isTextblock) continue
    const index = $pos.indexAfter(depth)
    if (fits(parent, index, type)) return { at: depth === $pos.depth ? $pos.pos : $pos.after(depth + 1), empty: null }
  }
  return null
}

function fits(parent: Node, index: number, type: NodeType) {
  return parent.canReplaceWith(index, index, type)
}

/** Puts a block where `placeFor` says, and the caret into it, onto it, or below it. */
export function insertBlock(
  tr: Transaction,
  block: Node | Fragment,
  { type, caret }: { type: NodeType; caret: 'in' | 'on' | 'below' },
) {
  const place = placeFor(tr.selection, type)
  if (!place) return null
  const { at, empty } = place
  if (empty) tr.replaceWith(empty.from, empty.to, block)
  else tr.insert(at, block)
  const inserted = tr.doc.nodeAt(at)
  if (!inserted) return null
  if (caret === 'in') tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1)))
  if (caret === 'on') tr.setSelection(NodeSelection.create(tr.doc, at))
  if (caret === 'below') goBelow(tr, at + inserted.nodeSize)
  tr.scrollIntoView()
  return at
}

/** Sets the caret into the text that begins here, and makes an empty line where there is none: then it answers true. */
export function goBelow(tr: Transaction, at: number): boolean {
  const $at = tr.doc.resolve(at)
  const makesLine = !$at.nodeAfter?.isTextblock
  if (makesLine) {
    const paragraph = tr.doc.type.schema.nodes['paragraph']?.create()
    if (!paragraph || !$at.parent.canReplaceWith($at.index(), $at.index(), paragraph.type)) return false
    tr.insert(at, paragraph)
  }
  tr.setSelection(TextSelection.create(tr.doc, at + 1))
  return makesLine
}
