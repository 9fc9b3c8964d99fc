import { type Editor, posToDOMRect } from '@tiptap/core'
import { AllSelection, TextSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import { popupLook } from '#site/ui/popup-styles.ts'
import { usePlace } from './place.ts'
import { meetOne, moveInBar } from './roving.ts'
import { useStored } from './store.ts'
import { StyleButtons } from './style-buttons.tsx'
import type { Surface } from './surface.ts'

type Props = { editor: Editor; surface: Surface }

/** Floats above what is selected. The keyboard reaches it by Alt+F10, and Esc leads back. */
export function Toolbar({ editor, surface }: Props) {
  const panel = useStored(surface, ({ panel: open }) => open)
  const [held, setHeld] = useState(false)
  const pointing = usePointing(editor)
  const { from, to, wanted } = useEditorState({ editor, selector: ({ editor: now }) => selectionOf(now) })
  useEffect(() => surface.onAskToolbar(() => setHeld(true)), [surface])
  if (panel === 'link' || (!held && (!wanted || pointing))) return null
  return <Bar key={held ? 'held' : 'seen'} {...{ editor, surface, from, to, held }} onLeave={() => setHeld(false)} />
}

function selectionOf({ state, isFocused, isEditable }: Editor) {
  const { selection, doc } = state
  const { from, to, empty, $from } = selection
  const isWords = selection instanceof TextSelection || selection instanceof AllSelection
  const isText = isWords && !empty && doc.textBetween(from, to, ' ').trim() !== ''
  return { from, to, wanted: isFocused && isEditable && isText && !$from.parent.type.spec.code }
}

/** While a pointer is still selecting, a bar would be in its way. */
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

function Bar({ editor, surface, from, to, held, onLeave }: BarProps) {
  const bar = useRef<HTMLDivElement>(null)
  usePlace(bar, {
    at: () => ({ getBoundingClientRect: () => posToDOMRect(editor.view, from, to), contextElement: editor.view.dom }),
    placement: 'top',
    when: `${from}-${to}`,
  })
  useEffect(() => {
    if (!bar.current) return
    meetOne(bar.current, null)
    if (held) bar.current.querySelector('button')?.focus()
  }, [held])
  return (
    // The bar itself takes no focus: its buttons do, and arrows go from one to the next.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={bar}
      role="toolbar"
      aria-label="Text style"
      className={`absolute top-0 left-0 z-30 flex w-max gap-0.5 p-1 ${popupLook}`}
      onFocus={(event) => meetOne(event.currentTarget, event.target)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation()
          onLeave()
          editor.commands.focus(null, { scrollIntoView: false })
        } else moveInBar(event)
      }}
    >
      <StyleButtons editor={editor} surface={surface} />
    </div>
  )
}
