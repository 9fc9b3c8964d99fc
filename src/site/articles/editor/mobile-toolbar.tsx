import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { openSlashMenuInEmptyLine } from './slash-commands.ts'
import { runCommand } from './commands.ts'
import { moveFocusInToolbar, setTabStop } from './roving-tabindex.ts'
import { StyleButtons, ToolButton } from './style-buttons.tsx'
import type { EditorUi } from './editor-ui.ts'
import { useKeyboardHeight } from './use-keyboard-height.ts'

type Props = { editor: Editor; ui: EditorUi }

/** Toolbar above the on-screen keyboard. */
export function MobileToolbar({ editor, ui }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const lift = useKeyboardHeight()
  const [held, setHeld] = useState(false)
  const { focused, canUndo, canRedo } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      focused: now.isFocused && now.isEditable,
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  })
  const shown = focused || held
  useEffect(
    () =>
      ui.onFocusToolbar(() => {
        setHeld(true)
        requestAnimationFrame(() => bar.current?.querySelector('button')?.focus())
      }),
    [ui],
  )
  useEffect(() => {
    if (shown && bar.current) setTabStop(bar.current, null)
  }, [shown])
  if (!shown) return null
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={bar}
      role="toolbar"
      aria-label="Writing tools"
      style={{ transform: `translateY(${-lift}px)` }}
      className="fixed inset-x-0 bottom-0 z-30 flex gap-0.5 overflow-x-auto overscroll-contain border-t border-gray-200 bg-white px-1 py-0.5 pb-[max(env(safe-area-inset-bottom),0.125rem)]"
      onFocus={(event) => setTabStop(event.currentTarget, event.target)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') editor.commands.focus()
        else moveFocusInToolbar(event)
      }}
    >
      <ToolButton large label="Add block" icon="plus" onPress={() => openSlashMenuInEmptyLine(editor)} />
      <StyleButtons large editor={editor} ui={ui} />
      <ToolButton large label="Block options" icon="grip-vertical" onPress={() => ui.set({ panel: 'block' })} />
      <ToolButton
        large
        label="Undo"
        icon="undo-2"
        disabled={!canUndo}
        onPress={() => void runCommand(editor, 'undo')}
      />
      <ToolButton
        large
        label="Redo"
        icon="redo-2"
        disabled={!canRedo}
        onPress={() => void runCommand(editor, 'redo')}
      />
      <ToolButton large label="Find" icon="search" onPress={() => ui.set({ panel: 'find' })} />
    </div>
  )
}
