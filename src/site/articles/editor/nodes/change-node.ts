import type { Editor } from '@tiptap/core'
import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import { goBelow } from './placing.ts'

export type GetPos = () => number | undefined

/** Changes attributes of the node a view stands for. Whatever was selected stays selected. */
export function changeNode(editor: Editor, getPos: GetPos, attrs: Record<string, unknown>) {
  const pos = getPos()
  if (pos === undefined) return
  editor.commands.command(({ tr }) => {
    const node = tr.doc.nodeAt(pos)
    if (!node) return false
    const { selection } = tr
    tr.setNodeMarkup(pos, undefined, { ...node.attrs, ...attrs })
    // A leaf is put in its own place, which a selection of it would not survive.
    if (selection instanceof NodeSelection && selection.from === pos) {
      tr.setSelection(NodeSelection.create(tr.doc, pos))
    }
    return true
  })
}

/** Takes the node out and gives the keyboard back to the text. */
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

/** Back to the text, below the node or right after it. */
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
      else goBelow(tr, end)
      return true
    })
    .focus()
    .run()
}

/** The node as a whole takes the keyboard: what is typed next is no part of it. */
export function selectNode(editor: Editor, getPos: GetPos) {
  const pos = getPos()
  if (pos !== undefined) editor.chain().setNodeSelection(pos).focus().run()
}
