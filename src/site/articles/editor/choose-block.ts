import type { Editor } from '@tiptap/core'
import type { Block } from './blocks.ts'
import { runCommand } from './commands.ts'
import { changeSlash, slashIn } from './slash-plugin.ts'

/** Takes what was typed for the menu out of the text, and puts the block in its place. */
export function chooseBlock(editor: Editor, block: Block) {
  const slash = slashIn(editor.state)
  if (slash) {
    const tr = changeSlash(editor.state.tr.delete(slash.from, editor.state.selection.from), { close: true })
    editor.view.dispatch(tr)
  }
  editor.commands.focus()
  if (block.id === 'text') editor.commands.clearNodes()
  runCommand(editor, block.command, ...(block.given ?? []))
}
