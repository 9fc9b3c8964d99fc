import { useEffect } from 'react'

/** On a list, `j` and `k` go from card to card. What it takes comes after the page itself. */
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
