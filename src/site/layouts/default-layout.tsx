import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { Announcements } from '#site/banners/announcement-bars.tsx'
import { BottomBar } from '#site/chrome/bottom-bar.tsx'
import { SiteFooter } from '#site/chrome/site-footer.tsx'
import { SiteHeader } from '#site/chrome/site-header.tsx'
import { SkipLink } from '#site/chrome/skip-link.tsx'

export default function DefaultLayout({ children }: { children?: ReactNode }) {
  return (
    <div data-layout="default" className="flex min-h-dvh flex-col">
      <SkipLink />
      <Announcements />
      <SiteHeader />
      <main id="content" tabIndex={-1} className="flex-1">
        {children ?? <Outlet />}
      </main>
      <SiteFooter />
      <BottomBar />
    </div>
  )
}
