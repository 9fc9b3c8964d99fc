import { Outlet } from 'react-router'
import { SkipLink } from '#site/chrome/skip-link.tsx'
import { useShell } from '#site/page.ts'
import { Icon } from '#site/ui/icon.tsx'
import { Link } from '#site/ui/link.tsx'

/** For writing: only a link back. Hidden when the page has its own bar (`data-own-bar`). */
export default function OverrideLayout() {
  const { site, viewer } = useShell()
  return (
    <div data-layout="override" className="group flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-30 flex h-14 group-has-data-own-bar:hidden items-center gap-2 bg-white px-3">
        <Link
          to={viewer ? '/articles' : '/'}
          viewTransition
          className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm text-gray-600 hover:bg-gray-100"
        >
          <Icon name="arrow-left" size={18} className="rtl:-scale-x-100" />
          {viewer ? 'Your stories' : site.name}
        </Link>
      </header>
      <main id="content" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
    </div>
  )
}
