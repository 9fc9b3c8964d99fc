const FADING = 'story-fading'
const NOTES = ':scope > .story-notes'

export type Inserted = { first: HTMLElement | null; remove(): void }

/**
 * Adds the members-only part to the text of the story. What is read now stays where it is on the screen, and what the
 * reader selected or plays in the preview stays.
 */
export function insertPart(text: HTMLElement, html: string, replacesPreview: boolean): Inserted {
  const preview = text.innerHTML
  const added = document.createElement('template')
  added.innerHTML = html
  const first = added.content.firstElementChild
  // The members-only part has the footnotes of both.
  const notes = text.querySelector(NOTES)
  const last = replacesPreview ? text : (notes?.previousElementSibling ?? text.lastElementChild ?? text)
  const keepInPlace = rememberPlace(last, text)
  notes?.remove()
  if (replacesPreview) text.replaceChildren(added.content)
  else text.append(added.content)
  text.classList.remove(FADING)
  keepInPlace()
  return {
    first: first instanceof HTMLElement ? first : null,
    remove() {
      // A new preview has replaced the text.
      if (!first?.isConnected) return
      text.innerHTML = preview
      text.classList.add(FADING)
    },
  }
}

/** Browsers anchor to what is below the new text if the preview is out of view: the text must not appear above it. */
function rememberPlace(element: Element, text: Element) {
  const { top } = element.getBoundingClientRect()
  const below = text.getBoundingClientRect().bottom < 0
  return () => {
    if (below) return
    requestAnimationFrame(() => {
      const moved = element.getBoundingClientRect().top - top
      if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' })
    })
  }
}
