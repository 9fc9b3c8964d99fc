import { createAddresses } from '#site/browser/urls.ts'
import { useBoot } from '#site/page.ts'

/** Loads a whole new page, made for whoever is signed in now. Never resolves: what waits for it stays busy until the page is gone. */
export function useHardNavigation() {
  const boot = useBoot()
  return (path: string): Promise<never> => {
    // Back from there, the browser may show this page out of its memory, with the person of before.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
    const address = createAddresses(boot).addressOf(path)
    if (boot.mode === 'hash') {
      // Behind the hash lies the same document: told of the new address it would go there by itself, as who it was.
      history.pushState(null, '', address)
      location.reload()
    } else location.assign(address)
    return new Promise(() => {})
  }
}
