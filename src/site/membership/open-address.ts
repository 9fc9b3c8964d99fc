/** Leaves for the payment provider. Never resolves, so that buttons stay busy until the page unloads. */
export function openAddress(url: string): Promise<never> {
  // On Back, the browser may restore this page from the back/forward cache, with the busy button.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  location.assign(url)
  return new Promise(() => {})
}
