import { type FocusEvent, type RefObject, useEffect, useState } from 'react'
import type { Editor } from '@tiptap/core'
import type { GetPos } from './change-node.ts'
import { consumeAutoOpen } from './auto-open.ts'

/** Whether a control of the node has focus. */
export function useFocusWithin() {
  const [inside, setInside] = useState(false)
  return {
    inside,
    handlers: {
      onFocus: () => setInside(true),
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setInside(false)
      },
    },
  }
}

/** Runs after the editor has focused the text, which it does a frame late. */
function afterEditorFocus(run: () => void) {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run)
  })
  return () => cancelAnimationFrame(frame)
}

/** Focuses a field on mount and shows its whole form, also after the on-screen keyboard has opened. */
export function useFocusOnMount(field: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const show = () => {
      if (document.activeElement === field.current)
        field.current?.closest('.edit-asks')?.scrollIntoView({ block: 'nearest' })
    }
    const cancel = afterEditorFocus(() => {
      field.current?.focus({ preventScroll: field.current.closest('.edit-asks') !== null })
      show()
    })
    window.visualViewport?.addEventListener('resize', show)
    return () => {
      cancel()
      window.visualViewport?.removeEventListener('resize', show)
    }
  }, [field])
}

/** Open state of a node's popover. Opens by itself for a new node. */
export function usePopoverOpen(editor: Editor, getPos: GetPos) {
  const [open, setOpen] = useState(false)
  useEffect(() => afterEditorFocus(() => consumeAutoOpen(editor, getPos()) && setOpen(true)), [editor, getPos])
  return [open, setOpen] as const
}

/** Local state of a field that writes to the document on every change. */
export function useFieldValue(value: string, write: (next: string) => void): [string, (next: string) => void] {
  const [[text, seen], set] = useState([value, value])
  // Changed by undo or elsewhere.
  if (seen !== value) set([value, value])
  return [
    text,
    (next) => {
      set([next, seen])
      write(next)
    },
  ]
}
