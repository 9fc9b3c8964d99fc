import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'

/** The element of the block beside the pointer. Typing forgets it; leaving the text's neighbourhood does, too. */
export function usePointedBlock(editor: Editor): HTMLElement | null {
  const [pointed, setPointed] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const { dom } = editor.view
    const around = dom.parentElement?.parentElement ?? dom
    let frame = 0
    const look = ({ clientY, buttons, target }: PointerEvent) => {
      if (buttons !== 0 || (target instanceof Element && target.closest('[data-gutter]'))) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => setPointed(blockAtHeight(dom, clientY)))
    }
    const forget = () => {
      cancelAnimationFrame(frame)
      setPointed(null)
    }
    // The handle must not go while it is pressed or dragged: what is dragged would be dropped at once.
    const leave = ({ buttons }: PointerEvent) => {
      if (buttons === 0 && !editor.view.dragging) forget()
    }
    around.addEventListener('pointermove', look)
    around.addEventListener('pointerleave', leave)
    dom.addEventListener('keydown', forget)
    return () => {
      cancelAnimationFrame(frame)
      around.removeEventListener('pointermove', look)
      around.removeEventListener('pointerleave', leave)
      dom.removeEventListener('keydown', forget)
    }
  }, [editor])
  return pointed?.isConnected ? pointed : null
}

/** Found by halves: a long story has thousands of blocks, each below the one before. */
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
