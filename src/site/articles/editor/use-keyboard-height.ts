import { useEffect, useState } from 'react'

/** Height in pixels that the on-screen keyboard covers. */
export function useKeyboardHeight() {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const measure = () => setHeight(Math.max(0, Math.round(innerHeight - view.height - view.offsetTop)))
    measure()
    view.addEventListener('resize', measure)
    view.addEventListener('scroll', measure)
    return () => {
      view.removeEventListener('resize', measure)
      view.removeEventListener('scroll', measure)
    }
  }, [])
  return height
}
