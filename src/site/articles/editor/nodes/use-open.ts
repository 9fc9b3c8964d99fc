import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import type { GetPos } from './change-node.ts'
import { takeFresh } from './fresh.ts'
import { soon } from './soon.ts'

/** Whether the popover of a node is open: by itself for one that has just been made. */
export function useOpen(editor: Editor, getPos: GetPos) {
  const [open, setOpen] = useState(false)
  useEffect(() => soon(() => takeFresh(editor, getPos()) && setOpen(true)), [editor, getPos])
  return [open, setOpen] as const
}
