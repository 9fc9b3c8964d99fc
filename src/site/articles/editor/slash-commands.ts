import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { type PositionedBlock, currentBlock } from './block-commands.ts'
import { getSlashState, setSlashState } from './slash-plugin.ts'
import type { Block } from './blocks.ts'
import { runCommand } from './commands.ts'

/** Opens the block menu at the caret, without a slash. */
export function openSlashMenu(editor: Editor): boolean {
  const { selection, tr } = editor.state
  if (!selection.$from.parent.isTextblock || selection.$from.parent.type.spec.code) return false
  if (!selection.empty) tr.setSelection(TextSelection.create(tr.doc, selection.to))
  editor.view.dispatch(setSlashState(tr, { open: { from: tr.selection.from, hasSlash: false } }))
  editor.view.focus()
  return true
}

/** Opens the block menu in the given empty paragraph, or in a new one below the block. */
export function openSlashMenuInEmptyLine(editor: Editor, at: PositionedBlock | null = currentBlock(editor.state)) {
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
  openSlashMenu(editor)
}

/** Deletes the typed query and inserts the block in its place. */
export function insertChosenBlock(editor: Editor, block: Block) {
  const slash = getSlashState(editor.state)
  if (slash) {
    const tr = setSlashState(editor.state.tr.delete(slash.from, editor.state.selection.from), { close: true })
    editor.view.dispatch(tr)
  }
  editor.commands.focus()
  if (block.id === 'text') editor.commands.clearNodes()
  runCommand(editor, block.command, ...(block.args ?? []))
}
