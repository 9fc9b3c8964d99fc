import { useLocation } from 'react-router'
import { useChromeViewer } from '#site/offline/device-viewer.ts'
import { PersonalPart } from '#site/rendering/personal-part.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { CountedBell, useUnread } from './bell.tsx'
import { Link, isCurrent } from '#site/ui/link.tsx'

const places = [
  { to: '/', name: 'Home', icon: 'house' },
  { to: '/search', name: 'Search', icon: 'search' },
  { to: '/articles/new', name: 'Write', icon: 'square-pen' },
  { to: '/user/bookmarks', name: 'Saved', icon: 'bookmark' },
  { to: '/user/notifications', name: 'Notifications', icon: 'bell' },
]

/** Main navigation on phones, for signed-in people. */
export function BottomBar() {
  const { pathname } = useLocation()
  const viewer = useChromeViewer()
  const unread = useUnread()
  if (!viewer) return null
  return (
    <nav
      aria-label="Shortcuts"
      className="no-print sticky bottom-0 z-30 border-t border-gray-200 bg-white pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {/* The longest name gets the room it needs, also at 320 pixels. */}
      <ul className="grid grid-cols-[repeat(4,minmax(0,1fr))_auto]">
        {places.map(({ to, name, icon }) => (
          <li key={to}>
            <Link
              to={to}
              viewTransition
              aria-current={isCurrent(pathname, to) ? 'page' : undefined}
              className="flex min-h-14 flex-col items-center justify-center gap-0.5 px-1.5 text-sm text-gray-600 aria-[current]:font-medium aria-[current]:text-primary-800"
            >
              {icon === 'bell' ? (
                <PersonalPart name="notifications">
                  <NotificationsLabel unread={unread} />
                </PersonalPart>
              ) : (
                <>
                  <Icon name={icon} />
                  {name}
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function NotificationsLabel({ unread }: { unread: number }) {
  return (
    <>
      <CountedBell unread={unread} />
      Notifications
      {unread > 0 && <span className="sr-only">, {unread} unread</span>}
    </>
  )
}
