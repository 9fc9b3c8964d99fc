import { Outlet } from 'react-router'
import { Announcements } from '#site/banners/announcement-bars.tsx'
import { Logo } from '#site/logo.tsx'
import { SkipLink } from '#site/chrome/skip-link.tsx'
import { TextLink } from '#site/ui/link.tsx'

export default function ReaderLayout() {
  return (
    <div data-layout="reader" className="flex min-h-dvh flex-col bg-gray-50">
      <SkipLink />
      <Announcements />
      <header className="mx-auto flex h-20 w-full max-w-page items-center justify-between px-5">
        <Logo />
        <TextLink quiet to="/latest" className="inline-flex min-h-11 items-center text-sm">
          Back to reading
        </TextLink>
      </header>
      <main id="content" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
    </div>
  )
}
