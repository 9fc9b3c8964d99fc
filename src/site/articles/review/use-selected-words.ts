import { type RefObject, useEffect, useState } from 'react'

export type SelectedWords = { quote: string; top: number; left: number }

const LONGEST_QUOTE = 1000

/** What is selected inside an element, and where on the window it ends. */
export function useSelectedWords(place: RefObject<HTMLElement | null>) {
  const [words, setWords] = useState<SelectedWords | null>(null)
  useEffect(() => {
    const look = () => setWords(selectedIn(place.current))
    document.addEventListener('selectionchange', look)
    addEventListener('scroll', look, { passive: true })
    return () => {
      document.removeEventListener('selectionchange', look)
      removeEventListener('scroll', look)
    }
  }, [place])
  return words
}

function selectedIn(element: HTMLElement | null): SelectedWords | null {
  const selection = getSelection()
  if (!element || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const quote = selection.toString().trim().slice(0, LONGEST_QUOTE)
  if (quote === '' || !element.contains(range.commonAncestorContainer)) return null
  // Not every place that can select can also measure.
  const box = range.getBoundingClientRect?.()
  return { quote, top: box?.bottom ?? 0, left: box ? box.left + box.width / 2 : 0 }
}
