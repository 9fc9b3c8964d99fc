import { createAddresses } from '#site/browser/urls.ts'
import { useBoot } from '#site/page.ts'

/** Leaves by a full page load, so that the page is rendered for the current user. Never resolves, so that callers stay busy until the page unloads. */
export function useHardNavigation() {
  const boot = useBoot()
  return (path: string): Promise<never> => {
    // On Back, the browser may restore this page from the back/forward cache, with the previous user.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
    const address = createAddresses(boot).addressOf(path)
    if (boot.mode === 'hash') {
      // Only the hash changes, so assigning the location would navigate in this document as the previous user.
      history.pushState(null, '', address)
      location.reload()
    } else location.assign(address)
    return new Promise(() => {})
  }
}
