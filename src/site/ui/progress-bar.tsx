import { useEffect, useState } from 'react'

const PATIENCE_MS = 150

/** A progress bar for slow navigations. */
export function ProgressBar({ active }: { active: boolean }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(active), active ? PATIENCE_MS : 0)
    return () => clearTimeout(timer)
  }, [active])
  return (
    <div aria-live="polite" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      {shown && (
        <>
          <span className="sr-only">Loading</span>
          <div className="h-full w-1/4 animate-slide bg-primary-600" />
        </>
      )}
    </div>
  )
}
