import { useEffect, useRef } from 'react'
import { isSparing } from '#site/browser/preload.ts'

const MARGIN = '1000px'

/** Calls when the element comes near the viewport, except on a connection that saves data. */
export function useNearViewport<Near extends HTMLElement>(wanted: boolean, call: () => void) {
  const ref = useRef<Near>(null)
  const latest = useRef(call)
  useEffect(() => {
    latest.current = call
  })
  useEffect(() => {
    const element = ref.current
    if (!wanted || !element || isSparing(Reflect.get(navigator, 'connection'))) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
      },
      { rootMargin: `0px 0px ${MARGIN} 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [wanted])
  return ref
}
