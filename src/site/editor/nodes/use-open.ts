import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import type { GetPos } from './change-node.ts'
import { forgetFresh, isFresh } from './fresh.ts'

/** Whether the popover of a node is open: at once for one that has just been made. */
export function useOpen(editor: Editor, getPos: GetPos) {
  const [open, setOpen] = useState(() => isFresh(editor, getPos()))
  useEffect(() => {
    if (open) forgetFresh(editor)
  }, [editor, open])
  return [open, setOpen] as const
}
