import { type Editor, Extension } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'

/** With a block selected, Enter or Tab focuses its first control. */
export const NodeKeys = Extension.create({
  name: 'nodeKeys',
  priority: 200,
  addKeyboardShortcuts() {
    return { Enter: () => enter(this.editor), Tab: () => enter(this.editor), Backspace: () => backspace(this.editor) }
  },
})

function enter(editor: Editor) {
  const { selection } = editor.state
  if (!(selection instanceof NodeSelection)) return false
  const dom = editor.view.nodeDOM(selection.from)
  const control = dom instanceof HTMLElement ? dom.querySelector<HTMLElement>('button:enabled, input, textarea') : null
  if (!control) return false
  if (control.matches('[data-node-open]')) control.click()
  else control.focus()
  return true
}

/** Deleting the last picture of a gallery deletes the gallery. */
function backspace(editor: Editor) {
  const { selection } = editor.state
  if (!(selection instanceof NodeSelection)) return false
  const { $from } = selection
  if ($from.parent.type.name !== 'gallery' || $from.parent.childCount > 1) return false
  return editor.commands.deleteRange({ from: $from.before(), to: $from.after() })
}
