import { Outlet } from 'react-router'
import { Announcements } from '#site/banners/announcement-bars.tsx'
import { BottomBar } from '#site/chrome/bottom-bar.tsx'
import { NavStrip } from '#site/chrome/nav-strip.tsx'
import { builtLinks } from '#site/chrome/nav-links.ts'
import { SiteHeader } from '#site/chrome/site-header.tsx'
import { SkipLink } from '#site/chrome/skip-link.tsx'

const links = builtLinks([
  { to: '/articles', name: 'Your stories' },
  { to: '/articles/new', name: 'New story' },
  { to: '/library', name: 'Your pictures' },
  { to: '/articles/analytics', name: 'Figures' },
  { to: '/earnings', name: 'Earnings' },
  { to: '/migrate', name: 'Import your writing' },
  { to: '/analyticspagesview', name: 'Page views' },
])

export default function AuthorLayout() {
  return (
    <div data-layout="author" className="flex min-h-dvh flex-col">
      <SkipLink />
      <Announcements />
      <SiteHeader />
      <NavStrip label="Writing" links={links} />
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-page flex-1 px-5">
        <Outlet />
      </main>
      <BottomBar />
    </div>
  )
}
