import type { Editor } from '@tiptap/core'

/** Whether the editor has a command of this name: which blocks there are depends on its extensions. */
export function hasCommand(editor: Editor, name: string): boolean {
  return Object.hasOwn(editor.extensionManager.commands, name)
}

/** Runs a command by its name; false when there is none or it could not be done. */
export function runCommand(editor: Editor, name: string, ...given: unknown[]): boolean {
  if (!hasCommand(editor, name)) return false
  const command: unknown = Reflect.get(editor.commands, name)
  return typeof command === 'function' && Reflect.apply(command, editor.commands, given) === true
}
