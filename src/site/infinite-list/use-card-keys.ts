import { useEffect } from 'react'

/** Keyboard shortcuts between the cards of a list, loaded after the page itself. */
export function useCardKeys() {
  useEffect(() => {
    let left = false
    let stop = () => {}
    void import('./card-keys.ts').then(({ startCardKeys }) => {
      if (!left) stop = startCardKeys()
    })
    return () => {
      left = true
      stop()
    }
  }, [])
}
