import { ago } from '#site/ui/ago.ts'

/** Makes the times of the page relative before they are painted: hydration may come much later. */
export function showLocalTimes() {
  // An async script may run before the document is parsed.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show)
  else show()
}

function show() {
  const now = new Date()
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-ago]')) {
    const text = ago(new Date(element.dateTime), now)
    if (element.textContent !== text) element.textContent = text
  }
}
