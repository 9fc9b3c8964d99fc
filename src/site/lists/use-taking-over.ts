import { useSyncExternalStore } from 'react'

/** True while the browser takes over what the server rendered, which has to come out the same. */
export function useTakingOver() {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
}

const never = () => () => {}
