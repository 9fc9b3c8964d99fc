import type { Editor } from '@tiptap/core'
import type { KeyboardEvent } from 'react'
import { type GetPos, leaveNode, removeNode, selectNode } from './change-node.ts'
import { useFieldValue } from './node-hooks.ts'

type Props = {
  editor: Editor
  getPos: GetPos
  label: string
  placeholder: string
  value: string
  longest: number
  className?: string
  /** Backspace in the empty field deletes the block. */
  removes?: boolean
  onChange(value: string): void
}

/** Text field of a block, such as a caption or label. No line breaks. */
export function BlockTextField({
  editor,
  getPos,
  label,
  placeholder,
  value,
  longest,
  className = '',
  removes,
  onChange,
}: Props) {
  const [text, setText] = useFieldValue(value, onChange)

  function keyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, currentTarget, nativeEvent } = event
    const { selectionStart, selectionEnd } = currentTarget
    if (nativeEvent.isComposing) return
    if (key === 'Enter' || (key === 'ArrowDown' && selectionStart === text.length)) leaveNode(editor, getPos)
    else if (key === 'Escape' || (key === 'ArrowUp' && selectionEnd === 0)) selectNode(editor, getPos)
    else if (key === 'Backspace' && removes && text === '') removeNode(editor, getPos)
    else if (!handleUndoKeys(editor, event)) return
    event.preventDefault()
  }

  return (
    <textarea
      rows={1}
      aria-label={label}
      placeholder={placeholder}
      maxLength={longest}
      value={text}
      readOnly={!editor.isEditable}
      className={`block w-full resize-none border-0 bg-transparent p-0 outline-none field-sizing-content ${className}`}
      onKeyDown={keyDown}
      onChange={({ currentTarget }) => setText(currentTarget.value.replace(/[\r\n]+/g, ' '))}
    />
  )
}

/** Undo and redo in a block's field act on the document. Returns true if the key was handled. */
export function handleUndoKeys(editor: Editor, event: KeyboardEvent) {
  if (!(event.metaKey || event.ctrlKey) || event.altKey) return false
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? editor.commands.redo() : editor.commands.undo()
  return key === 'y' && editor.commands.redo()
}
