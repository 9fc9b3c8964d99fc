import type { Travel, createTravel } from './navigation-code.ts'
import { whenTouched } from './first-input.ts'

/** Loads the navigation code once; after a failure the next call retries. */
export function createLazyTravel(here: Parameters<typeof createTravel>[0]): () => Promise<Travel> {
  let loading: Promise<Travel> | null = null
  return () => {
    loading ??= import('./navigation-code.ts').then(
      (code) => code.createTravel(here),
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
}

/** Reports every element the user points at, so that the page behind a link can be prefetched. */
export function watchPointer(travel: () => Promise<Travel>) {
  // Offline: the navigation itself reports it.
  const ready = (tell: (travel: Travel) => void) => void travel().then(tell, () => {})
  whenTouched(() => ready(() => {}))
  for (const sign of ['pointerover', 'touchstart', 'focusin'])
    // In the capture phase: React stops events inside a boundary that is not hydrated.
    document.addEventListener(sign, ({ target }) => ready(({ pointAt }) => pointAt(target)), {
      capture: true,
      passive: true,
    })
}
