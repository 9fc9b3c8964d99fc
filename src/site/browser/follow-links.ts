import { LATE } from './first-input.ts'

type Options = { viewTransition: boolean; preventScrollReset: boolean; replace: boolean }
type Navigate = (path: string, options: Options) => void

/** Follows the links of the site without a page load, until stopped. `prefix` precedes the path in their addresses. */
export function followLinks(prefix: string, navigate: Navigate): () => void {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-link]') : null
    if (!link || event.defaultPrevented || !isPlainClick(event, link)) return
    // React stops clicks inside a part that is not hydrated, so those are followed before it sees them.
    if (event.eventPhase === Event.CAPTURING_PHASE && !link.closest(`[${LATE}]`)) return
    event.preventDefault()
    const options = (link.dataset['link'] ?? '').split(' ')
    navigate(link.getAttribute('href')?.slice(prefix.length) ?? '/', {
      viewTransition: options.includes('transition'),
      preventScrollReset: options.includes('still'),
      // As in browsers: a link to the current page adds no history entry.
      replace: options.includes('replace') || link.href === location.href,
    })
  }
  // In the bubbling phase, after the handlers of components, which may prevent the click.
  for (const capture of [true, false]) document.addEventListener('click', follow, capture)
  return () => {
    for (const capture of [true, false]) document.removeEventListener('click', follow, capture)
  }
}

function isPlainClick(event: MouseEvent, link: HTMLAnchorElement) {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  const elsewhere = (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')
  return event.button === 0 && !modified && !elsewhere
}
