/** One thing that is to happen later, once. */
export function createTimer(run: () => unknown) {
  let id: ReturnType<typeof setTimeout> | null = null
  const stop = () => {
    if (id !== null) clearTimeout(id)
    id = null
  }
  const set = (ms: number) => {
    stop()
    id = setTimeout(() => {
      id = null
      run()
    }, ms)
  }
  return {
    /** Later than this only if it is set again. */
    set,
    /** Not put off by being asked again. */
    atMost(ms: number) {
      if (id === null) set(ms)
    },
    stop,
    running: () => id !== null,
  }
}

export function wait(ms: number) {
  return new Promise<void>((done) => setTimeout(done, ms))
}

/** Waits as long as something is so, but no longer than this. */
export async function waitWhile(isSo: () => boolean, mostMs: number) {
  const until = Date.now() + mostMs
  while (isSo() && Date.now() < until) await wait(100)
}
