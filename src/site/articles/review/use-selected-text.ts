import { type RefObject, useEffect, useState } from 'react'

type SelectedText = { quote: string; top: number; left: number }

const MAX_QUOTE_LENGTH = 1000

/** The text selected inside an element, and its position in the viewport. */
export function useSelectedText(place: RefObject<HTMLElement | null>) {
  const [selected, setSelected] = useState<SelectedText | null>(null)
  useEffect(() => {
    const update = () => setSelected(selectionIn(place.current))
    // Text can be selected before the page is hydrated.
    update()
    document.addEventListener('selectionchange', update)
    addEventListener('scroll', update, { passive: true })
    return () => {
      document.removeEventListener('selectionchange', update)
      removeEventListener('scroll', update)
    }
  }, [place])
  return selected
}

function selectionIn(element: HTMLElement | null): SelectedText | null {
  const selection = getSelection()
  if (!element || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const quote = selection.toString().trim().slice(0, MAX_QUOTE_LENGTH)
  if (quote === '' || !element.contains(range.commonAncestorContainer)) return null
  // Test environments may lack getBoundingClientRect on ranges.
  const box = range.getBoundingClientRect?.()
  return { quote, top: box?.bottom ?? 0, left: box ? box.left + box.width / 2 : 0 }
}
