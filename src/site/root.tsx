import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { TOAST_CLOSE_LABEL, TOAST_MS } from '#contract/constants.ts'
import { ListsHost } from './bookmarks/lists-host.tsx'
import { runAfterwards } from './browser/afterwards.ts'
import { ProgressBar } from './ui/progress-bar.tsx'
import { ToastHost } from './ui/toast.tsx'

/** Around every page: what happens when the address changes, and what floats above. */
export function Root() {
  const { pathname } = useLocation()
  const busy = useNavigation().state !== 'idle'
  const shown = useRef(pathname)

  // For tests and style sheets: from here on, what needs a script works.
  useEffect(() => {
    document.documentElement.dataset['ready'] = ''
  }, [])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    runAfterwards()
    // Like a full page load: the next Tab starts at the content, and a screen reader starts to read there.
    // Whoever has opened something over it meanwhile is left there.
    if (!document.activeElement?.closest('[role="dialog"]'))
      document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <>
      <ProgressBar active={busy} />
      <Outlet />
      <ScrollRestoration />
      <ListsHost />
      <ToastHost timeoutMs={TOAST_MS} closeLabel={TOAST_CLOSE_LABEL} />
    </>
  )
}
