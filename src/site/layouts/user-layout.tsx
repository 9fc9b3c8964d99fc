import { Outlet } from 'react-router'
import { Announcements } from '#site/banners/announcement-bars.tsx'
import { BottomBar } from '#site/chrome/bottom-bar.tsx'
import { SiteFooter } from '#site/chrome/site-footer.tsx'
import { SiteHeader } from '#site/chrome/site-header.tsx'
import { SkipLink } from '#site/chrome/skip-link.tsx'

export default function UserLayout() {
  return (
    <div data-layout="user" className="flex min-h-dvh flex-col">
      <SkipLink />
      <Announcements />
      <SiteHeader />
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-3xl flex-1 px-5">
        <Outlet />
      </main>
      <SiteFooter />
      <BottomBar />
    </div>
  )
}
