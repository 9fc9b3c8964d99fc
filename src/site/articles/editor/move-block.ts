import { Fragment, type Node, type ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'

type Run = { depth: number; first: number; last: number }

/** What moves: the list item one is in, while there is another beside it, otherwise whole blocks of the story. */
function runAt({ $from, $to }: EditorState['selection'], by: 1 | -1): Run {
  for (let depth = Math.min($from.depth, $to.depth); depth > 1; depth--) {
    if (!/^(listItem|taskItem)$/.test($from.node(depth).type.name) || $from.before(depth) !== startOf($to, depth))
      continue
    const index = $from.index(depth - 1)
    if ($from.node(depth - 1).maybeChild(index + by)) return { depth: depth - 1, first: index, last: index }
  }
  const last = $to.depth === 0 ? Math.max($to.index(0) - 1, $from.index(0)) : $to.index(0)
  return { depth: 0, first: $from.index(0), last }
}

function startOf($pos: ResolvedPos, depth: number) {
  return $pos.depth >= depth ? $pos.before(depth) : -1
}

/** Moves what is selected past its neighbour. Null at the end of the road. */
export function moveBlock(state: EditorState, by: 1 | -1): Transaction | null {
  const { $from } = state.selection
  const { depth, first, last } = runAt(state.selection, by)
  const parent = $from.node(depth)
  const neighbour = parent.maybeChild(by < 0 ? first - 1 : last + 1)
  if (!neighbour) return null
  const start = $from.start(depth) + sizeOf(parent, 0, first)
  const size = sizeOf(parent, first, last + 1)
  const { tr } = state
  // The neighbour jumps, so that the selection and what is drawn in the moved blocks stay as they are.
  if (by < 0) tr.insert(start + size, neighbour).delete(start - neighbour.nodeSize, start)
  else tr.delete(start + size, start + size + neighbour.nodeSize).insert(start, neighbour)
  return tr.scrollIntoView()
}

function sizeOf(parent: Node, from: number, to: number) {
  return parent.children.slice(from, to).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
}

export type BlockAt = { pos: number; node: Node }

/** The block of the story that the caret is in. */
export function currentBlock({ selection, doc }: EditorState): BlockAt | null {
  const { $from } = selection
  const pos = $from.depth === 0 ? $from.pos : $from.before(1)
  const node = doc.nodeAt(pos)
  return node && { pos, node }
}

export function duplicateBlock(state: EditorState, { pos, node }: BlockAt): Transaction {
  const end = pos + node.nodeSize
  const tr = state.tr.insert(end, Fragment.from(node))
  const inside = TextSelection.near(tr.doc.resolve(end + 1))
  return tr.setSelection(node.isAtom ? NodeSelection.create(tr.doc, end) : inside).scrollIntoView()
}

export function deleteBlock(state: EditorState, { pos, node }: BlockAt): Transaction {
  const tr = state.tr.deleteRange(pos, pos + node.nodeSize)
  return tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size)))).scrollIntoView()
}
