import { useSyncExternalStore } from 'react'

/** True during hydration, when the output has to match the server's. */
export function useHydrating() {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}

const never = () => () => {}
