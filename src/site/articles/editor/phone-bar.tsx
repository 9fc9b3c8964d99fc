import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { addBlock } from './add-block.ts'
import { runCommand } from './commands.ts'
import { meetOne, moveInBar } from './roving.ts'
import { StyleButtons, ToolButton } from './style-buttons.tsx'
import type { Surface } from './surface.ts'
import { useKeyboardHeight } from './use-keyboard-height.ts'

type Props = { editor: Editor; surface: Surface }

/** Everything a thumb needs, just above the keyboard of the screen. */
export function PhoneBar({ editor, surface }: Props) {
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
      surface.onAskToolbar(() => {
        setHeld(true)
        requestAnimationFrame(() => bar.current?.querySelector('button')?.focus())
      }),
    [surface],
  )
  useEffect(() => {
    if (shown && bar.current) meetOne(bar.current, null)
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
      onFocus={(event) => meetOne(event.currentTarget, event.target)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') editor.commands.focus()
        else moveInBar(event)
      }}
    >
      <ToolButton large label="Add a block" icon="plus" onPress={() => addBlock(editor)} />
      <StyleButtons large editor={editor} surface={surface} />
      <ToolButton large label="This block" icon="grip-vertical" onPress={() => surface.set({ panel: 'block' })} />
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
      <ToolButton large label="Find" icon="search" onPress={() => surface.set({ panel: 'find' })} />
    </div>
  )
}
