import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { type BlockAt, currentBlock } from './move-block.ts'
import { changeSlash } from './slash-plugin.ts'

/** Opens the menu of blocks where the caret is, without a slash. */
export function openSlash(editor: Editor): boolean {
  const { selection, tr } = editor.state
  if (!selection.$from.parent.isTextblock || selection.$from.parent.type.spec.code) return false
  if (!selection.empty) tr.setSelection(TextSelection.create(tr.doc, selection.to))
  editor.view.dispatch(changeSlash(tr, { open: { from: tr.selection.from, slash: false } }))
  editor.view.focus()
  return true
}

/** Opens the menu in an empty line: this one, or a new one below the block. */
export function addBlock(editor: Editor, at: BlockAt | null = currentBlock(editor.state)) {
  if (!at) return
  const end = at.pos + at.node.nodeSize
  const isEmptyLine = at.node.type.name === 'paragraph' && at.node.content.size === 0
  const chain = editor.chain().focus()
  if (isEmptyLine) chain.setTextSelection(at.pos + 1).run()
  else
    chain
      .insertContentAt(end, { type: 'paragraph' })
      .setTextSelection(end + 1)
      .run()
  openSlash(editor)
}
