import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import type { Viewer } from '#contract/identity.ts'
import { Avatar } from '#site/ui/avatar.tsx'

// Visitors, who are most of the readers, do not download the menu.
const AccountMenu = lazy(() => import('./account-menu.tsx'))

/** The person's picture: a link to their profile until the menu is there, and without scripts. */
export function AccountButton({ viewer }: { viewer: Viewer }) {
  const profile = (
    <Link
      to={`/user/${viewer.handle}`}
      aria-label={`Your profile, ${viewer.name}`}
      className="grid size-11 place-items-center rounded-full"
    >
      <Avatar name={viewer.name} src={viewer.avatar?.src ?? null} size={32} />
    </Link>
  )
  return (
    <Suspense fallback={profile}>
      <AccountMenu viewer={viewer} />
    </Suspense>
  )
}
