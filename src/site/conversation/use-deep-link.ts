import { useEffect, useRef } from 'react'
import { NavigationType, useNavigationType } from 'react-router'
import { idOfResponse } from './place.ts'

/** Brings the response that the address leads to before the reader. It comes with the page, however deep it stands. */
export function useDeepLink(at: string | null) {
  const arrivedBy = useNavigationType()
  const done = useRef<string | null>(null)

  useEffect(() => {
    // On the first page, and on the way back, the browser has done it.
    if (at === null || done.current === at || arrivedBy === NavigationType.Pop) return
    done.current = at
    const element = document.getElementById(idOfResponse(at))
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }, [at, arrivedBy])
}
