import type { Editor } from '@tiptap/core'
import { acceptOf } from '#site/upload/kinds.ts'
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
  if (block.files) return chooseFiles(block.files, (files) => insertFiles(editor, block, files))
  editor.commands.focus()
  if (block.id === 'text') editor.commands.clearNodes()
  runCommand(editor, block.command, ...(block.given ?? []))
}

function insertFiles(editor: Editor, { command }: Block, files: File[]) {
  editor.commands.focus()
  if (command !== 'insertFile') runCommand(editor, command, files)
  else for (const file of files) runCommand(editor, command, file)
}

/** Must run while a key or a click is handled, or browsers do not open the window. */
function chooseFiles(kinds: 'pictures' | 'anything', onChosen: (files: File[]) => void) {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  const accept = acceptOf(kinds)
  if (accept) input.accept = accept
  input.addEventListener('change', () => {
    if (input.files && input.files.length > 0) onChosen([...input.files])
  })
  input.click()
}
