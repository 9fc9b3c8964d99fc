import { type Editor, posToDOMRect } from '@tiptap/core'
import { AllSelection, TextSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { popupLook } from '#site/ui/popup-styles.ts'
import { useFloatingPosition } from '#site/ui/floating-position.ts'
import { moveFocusInToolbar, setTabStop } from './roving-tabindex.ts'
import { StyleButtons } from './style-buttons.tsx'
import { type EditorUi, useEditorUi } from './editor-ui.ts'

type Props = { editor: Editor; ui: EditorUi }

/** Floats above the selection. Alt+F10 focuses it, Escape returns to the text. */
export function Toolbar({ editor, ui }: Props) {
  const panel = useEditorUi(ui, ({ panel: open }) => open)
  const [held, setHeld] = useState(false)
  const pointing = usePointing(editor)
  const { from, to, wanted } = useEditorState({ editor, selector: ({ editor: now }) => selectionOf(now) })
  useEffect(() => ui.onFocusToolbar(() => setHeld(true)), [ui])
  if (panel === 'link' || (!held && (!wanted || pointing))) return null
  return <Bar key={held ? 'held' : 'seen'} {...{ editor, ui, from, to, held }} onLeave={() => setHeld(false)} />
}

function selectionOf({ state, isFocused, isEditable }: Editor) {
  const { selection, doc } = state
  const { from, to, empty, $from } = selection
  const isWords = selection instanceof TextSelection || selection instanceof AllSelection
  const isText = isWords && !empty && doc.textBetween(from, to, ' ').trim() !== ''
  return { from, to, wanted: isFocused && isEditable && isText && !$from.parent.type.spec.code }
}

/** True while the pointer is down: the toolbar would cover the text being selected. */
function usePointing(editor: Editor) {
  const [pointing, setPointing] = useState(false)
  useEffect(() => {
    const { dom } = editor.view
    const down = () => setPointing(true)
    const up = () => setPointing(false)
    dom.addEventListener('pointerdown', down)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', up)
    return () => {
      dom.removeEventListener('pointerdown', down)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', up)
    }
  }, [editor])
  return pointing
}

type BarProps = Props & { from: number; to: number; held: boolean; onLeave(): void }

function Bar({ editor, ui, from, to, held, onLeave }: BarProps) {
  const bar = useRef<HTMLDivElement>(null)
  useFloatingPosition(bar, {
    at: () => ({ getBoundingClientRect: () => posToDOMRect(editor.view, from, to), contextElement: editor.view.dom }),
    placement: 'top',
    when: `${from}-${to}`,
  })
  useEffect(() => {
    if (!bar.current) return
    setTabStop(bar.current, null)
    if (held) bar.current.querySelector('button')?.focus()
  }, [held])
  return (
    // The toolbar itself takes no focus; its buttons do, with a roving tabindex.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={bar}
      role="toolbar"
      aria-label="Text style"
      className={`absolute top-0 left-0 z-30 flex w-max gap-0.5 p-1 ${popupLook}`}
      onFocus={(event) => setTabStop(event.currentTarget, event.target)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onLeave()
          editor.commands.focus(null, { scrollIntoView: false })
        } else moveFocusInToolbar(event)
      }}
    >
      <StyleButtons editor={editor} ui={ui} />
    </div>
  )
}
