import { findPassage } from './find-passage.ts'

const NAME = 'noted-passage'
const MARKED_MS = 6000
let fading: ReturnType<typeof setTimeout> | undefined

/** Scrolls to the words and marks them for a while; false when they are not there any more. */
export function markPassage(root: Element, quote: string) {
  const range = findPassage(root, quote)
  if (!range) return false
  range.startContainer.parentElement?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  if (typeof Highlight === 'undefined' || !('highlights' in CSS)) {
    // A browser that cannot paint a passage can at least select it.
    getSelection()?.removeAllRanges()
    getSelection()?.addRange(range)
    return true
  }
  CSS.highlights.set(NAME, new Highlight(range))
  clearTimeout(fading)
  fading = setTimeout(() => CSS.highlights.delete(NAME), MARKED_MS)
  return true
}
