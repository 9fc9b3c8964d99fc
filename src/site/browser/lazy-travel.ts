import type { Travel, createTravel } from './travel.ts'
import { whenTouched } from './first-input.ts'

/** What going to another page takes, fetched once; after a failure the next to ask tries again. */
export function createLazyTravel(here: Parameters<typeof createTravel>[0]): () => Promise<Travel> {
  let travel: Promise<Travel> | null = null
  return () => {
    travel ??= import('./travel.ts').then(
      (code) => code.createTravel(here),
      (error: unknown) => {
        travel = null
        throw error
      },
    )
    return travel
  }
}

/** Tells of everything that is pointed at: the page behind a link may be fetched before it is followed. */
export function watchPointer(travel: () => Promise<Travel>) {
  // Without a network there is nothing to fetch ahead, and going there will say so.
  const ready = (tell: (travel: Travel) => void) => void travel().then(tell, () => {})
  whenTouched(() => ready(() => {}))
  for (const sign of ['pointerover', 'touchstart', 'focusin'])
    // Caught on the way down, as React keeps to itself what it has not taken over yet.
    document.addEventListener(sign, ({ target }) => ready(({ pointAt }) => pointAt(target)), {
      capture: true,
      passive: true,
    })
}
