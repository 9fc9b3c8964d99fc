import type { Editor } from '@tiptap/core'

export function hasCommand(editor: Editor, name: string): boolean {
  return Object.hasOwn(editor.extensionManager.commands, name)
}

/** Runs a command by name; false when it does not exist or fails. */
export function runCommand(editor: Editor, name: string, ...args: unknown[]): boolean {
  if (!hasCommand(editor, name)) return false
  const command: unknown = Reflect.get(editor.commands, name)
  return typeof command === 'function' && Reflect.apply(command, editor.commands, args) === true
}
