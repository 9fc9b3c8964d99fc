import { useEffect, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { responseElementId } from './location.ts'

/** Scrolls to and focuses the linked response. */
export function useDeepLink(at: string | null) {
  const arrivedBy = useNavigationType()
  const done = useRef<string | null>(null)

  useEffect(() => {
    // The browser does this itself on first load and back navigation.
    if (at === null || done.current === at || arrivedBy === NavigationType.Pop) return
    done.current = at
    const element = document.getElementById(responseElementId(at))
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }, [at, arrivedBy])
}
