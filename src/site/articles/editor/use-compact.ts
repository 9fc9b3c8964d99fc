import { useSyncExternalStore } from 'react'

/** Fingers, or too little room beside the text: then the tools are in a bar, not beside the words. */
const query = '(pointer: coarse), (width < 48rem)'

function subscribe(listener: () => void) {
  const list = matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

export function useCompact() {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}
