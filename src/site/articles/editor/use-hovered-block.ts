import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useState } from 'react'

/** Element of the hovered block. Typing and leaving the editor clear it. */
export function useHoveredBlock(editor: Editor, dragging: RefObject<boolean>): HTMLElement | null {
  const [hovered, setHovered] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const { dom } = editor.view
    const around = dom.parentElement?.parentElement ?? dom
    let frame = 0
    const track = ({ clientY, buttons, target }: PointerEvent) => {
      if (buttons !== 0 || (target instanceof Element && target.closest('[data-gutter]'))) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setHovered(blockAtHeight(dom, clientY)))
    }
    const clear = () => {
      cancelAnimationFrame(frame)
      setHovered(null)
    }
    // Removing the handle while it is pressed or dragged would end the drag.
    const leave = ({ buttons }: PointerEvent) => {
      if (buttons === 0 && !dragging.current) clear()
    }
    around.addEventListener('pointermove', track)
    around.addEventListener('pointerleave', leave)
    dom.addEventListener('keydown', clear)
    return () => {
      cancelAnimationFrame(frame)
      around.removeEventListener('pointermove', track)
      around.removeEventListener('pointerleave', leave)
      dom.removeEventListener('keydown', clear)
    }
  }, [editor, dragging])
  return hovered?.isConnected ? hovered : null
}

/** Binary search: a long story has thousands of blocks. */
function blockAtHeight(dom: HTMLElement, y: number): HTMLElement | null {
  const { children } = dom
  let low = 0
  let high = children.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((children[middle]?.getBoundingClientRect().top ?? Infinity) <= y) low = middle
    else high = middle - 1
  }
  const found = children[low]
  return found instanceof HTMLElement && found.getBoundingClientRect().bottom + 12 >= y ? found : null
}
