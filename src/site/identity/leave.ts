import { createAddresses } from '#site/browser/addresses.ts'
import { useBoot } from '#site/page.ts'

/** Loads a whole new page, made for whoever is signed in now. Never resolves: what waits for it stays busy until the page is gone. */
export function useLeave() {
  const boot = useBoot()
  return (path: string): Promise<never> => {
    // Back from there, the browser may show this page out of its memory, with the person of before.
    addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
    location.assign(createAddresses(boot).addressOf(path))
    // Behind the hash lies the same document, which does not load by itself.
    if (boot.mode === 'hash') location.reload()
    return new Promise(() => {})
  }
}
