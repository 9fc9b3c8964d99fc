import type { MouseEvent } from 'react'

function onClick(event: MouseEvent) {
  const card = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('[data-frame]')
  if (!card || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  // Where the player cannot be had, the link still leads there.
  import('./story-parts.ts').then(
    ({ play }) => play(card),
    () => location.assign(card.href),
  )
}

/** For the element that holds a story's text: what is embedded is played in its own place, once its card is clicked. */
export const playing = { onClick }
