import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the page's data again every few seconds while the tab is visible. */
export function useLiveRefresh(everyMs: number, on = true) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!on) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && state === 'idle') void revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs, on, revalidate, state])
  return { refresh: () => void revalidate(), busy: state === 'loading' }
}
