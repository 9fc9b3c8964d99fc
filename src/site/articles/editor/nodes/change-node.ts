import type { Editor } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { moveCaretBelow } from './insertion.ts'

export type GetPos = () => number | undefined

/** Updates attributes of a node and keeps the selection. */
export function changeNode(editor: Editor, getPos: GetPos, attrs: Record<string, unknown>) {
  const pos = getPos()
  if (pos === undefined) return
  editor.commands.command(({ tr }) => {
    const node = tr.doc.nodeAt(pos)
    if (!node) return false
    const { selection } = tr
    tr.setNodeMarkup(pos, undefined, { ...node.attrs, ...attrs })
    // Replacing a leaf node drops its selection.
    if (selection instanceof NodeSelection && selection.from === pos) {
      tr.setSelection(NodeSelection.create(tr.doc, pos))
    }
    return true
  })
}

/** Deletes the node and focuses the text. */
export function removeNode(editor: Editor, getPos: GetPos) {
  const pos = getPos()
  if (pos === undefined) return
  editor
    .chain()
    .command(({ tr }) => {
      const node = tr.doc.nodeAt(pos)
      if (!node) return false
      tr.deleteRange(pos, pos + node.nodeSize)
      return true
    })
    .focus()
    .run()
}

/** Focuses the text below a block node or after an inline node. */
export function leaveNode(editor: Editor, getPos: GetPos) {
  const pos = getPos()
  if (pos === undefined) return
  editor
    .chain()
    .command(({ tr }) => {
      const node = tr.doc.nodeAt(pos)
      if (!node) return false
      const end = pos + node.nodeSize
      if (node.isInline) tr.setSelection(TextSelection.create(tr.doc, end))
      else moveCaretBelow(tr, end)
      return true
    })
    .focus()
    .run()
}

/** Selects the node and focuses the editor. */
export function selectNode(editor: Editor, getPos: GetPos) {
  const pos = getPos()
  if (pos !== undefined) editor.chain().setNodeSelection(pos).focus().run()
}
