import { type RefObject, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import { AdminNav } from '#site/admin/admin-nav.tsx'
import { AdminPaletteButton } from '#site/admin/palette-button.tsx'
import { AccountButton } from '#site/chrome/account-button.tsx'
import { Logo } from '#site/logo.tsx'
import { SkipLink } from '#site/chrome/skip-link.tsx'
import { useShell } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { IconButton } from '#site/ui/button.tsx'
import { Drawer } from '#site/ui/drawer.tsx'
import { Icon } from '#site/ui/icon.tsx'

/** Navigation in a sidebar, or in a drawer on small screens. */
export default function AdminLayout() {
  const { viewer } = useShell()
  return (
    <div data-layout="admin" className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-30 flex h-16 items-center gap-3 border-b border-gray-200 bg-white px-5">
        <span className="lg:hidden">
          <Drawer title="Admin" trigger={menuButton}>
            <AdminNav />
          </Drawer>
        </span>
        <Logo />
        <span className="max-xs:hidden">
          <Badge>Admin</Badge>
        </span>
        <span className="ms-auto flex items-center gap-2">
          <AdminPaletteButton />
          {viewer && <AccountButton viewer={viewer} />}
        </span>
      </header>
      <div className="flex flex-1">
        <div className="hidden w-60 shrink-0 border-e border-gray-200 p-3 lg:block">
          <Sidebar />
        </div>
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-5 lg:px-10">
          <Outlet />
        </main>
      </div>
    </div>
  )
}

function Sidebar() {
  const { pathname } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto">
      <AdminNav />
      <CurrentLinkScroller key={pathname} box={box} />
    </div>
  )
}

/** Scrolls when it mounts: once per page. */
function CurrentLinkScroller({ box }: { box: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    // In the next frame, when the groups that were closed before are closed again.
    const frame = requestAnimationFrame(() => box.current && showCurrentLink(box.current))
    return () => cancelAnimationFrame(frame)
  }, [box])
  return null
}

/** Scrolls only the sidebar: `scrollIntoView` would scroll the page too. */
function showCurrentLink(box: HTMLElement) {
  const link = box.querySelector('[aria-current]')?.getBoundingClientRect()
  // Without a height it is in a closed group.
  if (!link || link.height === 0) return
  const { top, bottom, height } = box.getBoundingClientRect()
  if (link.top < top || link.bottom > bottom) box.scrollTop += link.top - top - (height - link.height) / 2
}

const menuButton = (
  <IconButton label="Open the menu" className="-ms-2">
    <Icon name="menu" />
  </IconButton>
)
