import type { Fragment, Node, NodeType, ResolvedPos } from '@tiptap/pm/model'
import { NodeSelection, type Selection, TextSelection, type Transaction } from '@tiptap/pm/state'

type InsertionPoint = {
  at: number
  /** The empty paragraph to replace, if any. */
  empty: { from: number; to: number } | null
}

/** Where to insert a block: in place of the current empty paragraph, otherwise after the current block. */
export function findInsertionPoint(selection: Selection, type: NodeType): InsertionPoint | null {
  if (selection instanceof NodeSelection && selection.node.isBlock) return after(selection.$to, type)
  const { $from } = selection
  const { parent, depth } = $from
  const blank = parent.type.name === 'paragraph' && parent.content.size === 0
  if (blank && depth > 0 && fits($from.node(depth - 1), $from.index(depth - 1), type)) {
    return { at: $from.before(), empty: { from: $from.before(), to: $from.after() } }
  }
  return after($from, type)
}

/** The nearest position after the selection whose parent allows the type. */
function after($pos: ResolvedPos, type: NodeType): InsertionPoint | null {
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

/** Inserts a block and moves the selection into it, onto it or below it. Returns its position. */
export function insertBlock(
  tr: Transaction,
  block: Node | Fragment,
  { type, caret }: { type: NodeType; caret: 'in' | 'on' | 'below' },
) {
  const place = findInsertionPoint(tr.selection, type)
  if (!place) return null
  const { at, empty } = place
  if (empty) tr.replaceWith(empty.from, empty.to, block)
  else tr.insert(at, block)
  const inserted = tr.doc.nodeAt(at)
  if (!inserted) return null
  if (caret === 'in') tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1)))
  if (caret === 'on') tr.setSelection(NodeSelection.create(tr.doc, at))
  if (caret === 'below') moveCaretBelow(tr, at + inserted.nodeSize)
  tr.scrollIntoView()
  return at
}

/** Moves the caret to the text block at this position. Inserts a paragraph and returns true if there is none. */
export function moveCaretBelow(tr: Transaction, at: number): boolean {
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
