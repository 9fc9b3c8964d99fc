import { useEffect, useLayoutEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { TOAST_CLOSE_LABEL, TOAST_MS } from '#contract/constants.ts'
import { ListPickerHost } from './bookmarks/list-picker-host.tsx'
import { runAfterwards } from './browser/after-navigation.ts'
import { ViewAsBanner } from './people-admin/view-as-banner.tsx'
import { ProgressBar } from './ui/progress-bar.tsx'
import { ToastHost } from './ui/toast.tsx'

/** Wraps every page: focus on navigation, progress bar, scroll restoration, toasts. */
export function Root() {
  const { pathname } = useLocation()
  const busy = useNavigation().state !== 'idle'
  const shown = useRef(pathname)

  // For tests and CSS: the page is hydrated.
  useEffect(() => {
    document.documentElement.dataset['ready'] = ''
  }, [])

  // Before the page is painted, as the window is scrolled to the top.
  useLayoutEffect(() => {
    if (shown.current !== pathname) runAfterwards()
  }, [pathname])

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // As after a full page load: Tab and screen readers start at the content,
    // unless a dialog was opened meanwhile.
    if (!document.activeElement?.closest('[role="dialog"]'))
      document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <>
      <ProgressBar active={busy} />
      <ViewAsBanner />
      <Outlet />
      <ScrollRestoration />
      <ListPickerHost />
      <ToastHost timeoutMs={TOAST_MS} closeLabel={TOAST_CLOSE_LABEL} />
    </>
  )
}
