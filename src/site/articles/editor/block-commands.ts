import { Fragment, type Node, type ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/core'
import { type Block, blocks } from './blocks.ts'
import { hasCommand, runCommand } from './commands.ts'

type Run = { depth: number; first: number; last: number }

/** The nodes to move: the current list item if it has a neighbour, otherwise top-level blocks. */
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

/** Moves the selected nodes past their neighbour. Null when there is none. */
export function moveBlock(state: EditorState, by: 1 | -1): Transaction | null {
  const { $from } = state.selection
  const { depth, first, last } = runAt(state.selection, by)
  const parent = $from.node(depth)
  const neighbour = parent.maybeChild(by < 0 ? first - 1 : last + 1)
  if (!neighbour) return null
  const start = $from.start(depth) + sizeOf(parent, 0, first)
  const size = sizeOf(parent, first, last + 1)
  const { tr } = state
  // The neighbour is moved instead, so the selection and the node views of the moved blocks survive.
  if (by < 0) tr.insert(start + size, neighbour).delete(start - neighbour.nodeSize, start)
  else tr.delete(start + size, start + size + neighbour.nodeSize).insert(start, neighbour)
  return tr.scrollIntoView()
}

function sizeOf(parent: Node, from: number, to: number) {
  return parent.children.slice(from, to).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
}

export type PositionedBlock = { pos: number; node: Node }

/** The top-level block at the caret. */
export function currentBlock({ selection, doc }: EditorState): PositionedBlock | null {
  const { $from } = selection
  const pos = $from.depth === 0 ? $from.pos : $from.before(1)
  const node = doc.nodeAt(pos)
  return node && { pos, node }
}

/** Moves a top-level block before the block of this index. Null when nothing would change. */
export function moveBlockTo(state: EditorState, { pos, node }: PositionedBlock, index: number): Transaction | null {
  const { doc, tr } = state
  if (doc.nodeAt(pos)?.eq(node) !== true) return null
  const from = doc.resolve(pos).index()
  if (index === from || index === from + 1) return null
  const target = sizeOf(doc, 0, index)
  tr.delete(pos, pos + node.nodeSize)
  const at = tr.mapping.map(target)
  tr.insert(at, node)
  // A selected text block would be replaced by the next character.
  const inside = TextSelection.near(tr.doc.resolve(at + 1))
  return tr.setSelection(node.isAtom ? NodeSelection.create(tr.doc, at) : inside)
}

export function duplicateBlock(state: EditorState, { pos, node }: PositionedBlock): Transaction {
  const end = pos + node.nodeSize
  const tr = state.tr.insert(end, Fragment.from(node))
  const inside = TextSelection.near(tr.doc.resolve(end + 1))
  return tr.setSelection(node.isAtom ? NodeSelection.create(tr.doc, end) : inside).scrollIntoView()
}

export function deleteBlock(state: EditorState, { pos, node }: PositionedBlock): Transaction {
  const tr = state.tr.deleteRange(pos, pos + node.nodeSize)
  return tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size)))).scrollIntoView()
}

/** Blocks whose text can move to another block type. */
const convertible = /^(paragraph|heading|blockquote|pullQuote|codeBlock|bulletList|orderedList|taskList|callout)$/

/** Block types a block can be converted to: none for a picture or a table. */
export function listConversions(editor: Editor, { node }: PositionedBlock): Block[] {
  if (!convertible.test(node.type.name)) return []
  return blocks.filter((block) => block.isConvertible && hasCommand(editor, block.command))
}

/** Converts the current block and keeps its text. */
export function convertBlock(editor: Editor, block: Block) {
  const at = currentBlock(editor.state)
  if (!at) return
  const { doc, selection } = editor.state
  const caret = selection.anchor
  const first = TextSelection.near(doc.resolve(at.pos + 1))
  const last = TextSelection.near(doc.resolve(at.pos + at.node.nodeSize - 1), -1)
  editor.chain().focus().setTextSelection({ from: first.from, to: last.to }).clearNodes().run()
  if (block.id !== 'text') runCommand(editor, block.command, ...(block.args ?? []))
  editor.commands.setTextSelection(Math.min(caret, editor.state.doc.content.size))
}
