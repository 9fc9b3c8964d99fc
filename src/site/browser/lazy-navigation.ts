import type { Navigation, createNavigation } from './create-navigation.ts'
import { whenTouched } from './first-input.ts'

/** Loads the navigation code once; after a failure the next call retries. */
export function createLazyNavigation(here: Parameters<typeof createNavigation>[0]): () => Promise<Navigation> {
  let loading: Promise<Navigation> | null = null
  return () => {
    loading ??= import('./create-navigation.ts').then(
      (code) => code.createNavigation(here),
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
}

/** Reports every element the user points at, so that the page behind a link can be prefetched. */
export function watchPointer(load: () => Promise<Navigation>) {
  // Offline: the navigation itself reports it.
  const ready = (use: (navigation: Navigation) => void) => void load().then(use, () => {})
  whenTouched(() => ready(() => {}))
  for (const sign of ['pointerover', 'touchstart', 'focusin'])
    // In the capture phase: React stops events inside a boundary that is not hydrated.
    document.addEventListener(sign, ({ target }) => ready(({ pointAt }) => pointAt(target)), {
      capture: true,
      passive: true,
    })
}
