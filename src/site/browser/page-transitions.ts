/** A navigation that interrupts a page transition skips it, and the router leaves that rejection unhandled. It is no error. */
export function ignoreSkippedTransitions() {
  if (!('startViewTransition' in document)) return
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = start(update)
    transition.ready.catch(() => {})
    return transition
  }
}
