import { useEffect, useState } from 'react'

/** How much of the page's foot the keyboard of the screen covers, in pixels. */
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
