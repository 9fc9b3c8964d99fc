import { useEffect, useRef } from 'react'

/** Tells a request that is answered late whether its form is still there. */
export function useIsMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
