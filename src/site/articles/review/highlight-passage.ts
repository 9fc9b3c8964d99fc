import { findPassage } from './find-passage.ts'

const NAME = 'noted-passage'
const HIGHLIGHT_MS = 6000
let fading: ReturnType<typeof setTimeout> | undefined

/** Scrolls to a passage and highlights it for a while; false when it is not found. */
export function highlightPassage(root: Element, quote: string) {
  const range = findPassage(root, quote)
  if (!range) return false
  range.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  if (typeof Highlight === 'undefined' || !('highlights' in CSS)) {
    // Fallback without the CSS Custom Highlight API.
    getSelection()?.removeAllRanges()
    getSelection()?.addRange(range)
    return true
  }
  CSS.highlights.set(NAME, new Highlight(range))
  clearTimeout(fading)
  fading = setTimeout(() => CSS.highlights.delete(NAME), HIGHLIGHT_MS)
  return true
}
