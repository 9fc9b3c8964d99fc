import type { MouseEvent } from 'react'

function onClick(event: MouseEvent) {
  const card = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('[data-frame]')
  if (!card || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  // If the player cannot be loaded, the link still works.
  import('./embed-frame.ts').then(
    ({ play }) => play(card),
    () => location.assign(card.href),
  )
}

/** Click handler for a story's text: plays an embed in place of its card. */
export const embedPlayer = { onClick }
