import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { type Block, blocks } from './blocks.ts'
import { hasCommand, runCommand } from './commands.ts'
import { type BlockAt, currentBlock } from './move-block.ts'

/** Blocks whose words can stand in another kind of block. */
const turning = /^(paragraph|heading|blockquote|pullQuote|codeBlock|bulletList|orderedList|taskList|callout)$/

/** What a block can become: nothing, for a picture or a table. */
export function choicesFor(editor: Editor, { node }: BlockAt): Block[] {
  if (!turning.test(node.type.name)) return []
  return blocks.filter((block) => block.turns && hasCommand(editor, block.command))
}

/** Makes another kind of block of the one the caret is in, with all its words. */
export function turnInto(editor: Editor, block: Block) {
  const at = currentBlock(editor.state)
  if (!at) return
  const { doc, selection } = editor.state
  const caret = selection.anchor
  const first = TextSelection.near(doc.resolve(at.pos + 1))
  const last = TextSelection.near(doc.resolve(at.pos + at.node.nodeSize - 1), -1)
  editor.chain().focus().setTextSelection({ from: first.from, to: last.to }).clearNodes().run()
  if (block.id !== 'text') runCommand(editor, block.command, ...(block.given ?? []))
  editor.commands.setTextSelection(Math.min(caret, editor.state.doc.content.size))
}
