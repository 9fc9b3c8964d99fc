import type { Editor } from '@tiptap/core'
import type { KeyboardEvent } from 'react'
import { type GetPos, leaveNode, removeNode, selectNode } from './change-node.ts'
import { useDraft } from './use-draft.ts'

type Props = {
  editor: Editor
  getPos: GetPos
  label: string
  placeholder: string
  value: string
  longest: number
  className?: string
  /** With nothing written, Backspace takes the whole block away. */
  removes?: boolean
  onChange(value: string): void
}

/** Words of a block that are no part of the text around it: a caption, a label. One line, however long. */
export function PlainText({
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
  const [text, setText] = useDraft(value, onChange)

  function keyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, currentTarget, nativeEvent } = event
    const { selectionStart, selectionEnd } = currentTarget
    if (nativeEvent.isComposing) return
    if (key === 'Enter' || (key === 'ArrowDown' && selectionStart === text.length)) leaveNode(editor, getPos)
    else if (key === 'Escape' || (key === 'ArrowUp' && selectionEnd === 0)) selectNode(editor, getPos)
    else if (key === 'Backspace' && removes && text === '') removeNode(editor, getPos)
    else if (!undoKeys(editor, event)) return
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

/** A field of a block has no history of its own: undo is that of the text. True when it was one of its keys. */
export function undoKeys(editor: Editor, event: KeyboardEvent) {
  if (!(event.metaKey || event.ctrlKey) || event.altKey) return false
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? editor.commands.redo() : editor.commands.undo()
  return key === 'y' && editor.commands.redo()
}
