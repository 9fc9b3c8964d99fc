import { type ComponentType, useEffect, useState } from 'react'
import type { Viewer } from '#contract/viewer.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Link } from '#site/ui/link.tsx'

/** A link to the profile until the menu is loaded, and without scripts. */
export function AccountButton({ viewer }: { viewer: Viewer }) {
  const [Menu, setMenu] = useState<ComponentType<{ viewer: Viewer }> | null>(null)

  // Not in the initial bundle: most readers are visitors.
  useEffect(() => {
    void import('./account-menu.tsx').then(({ AccountMenu }) => setMenu(() => AccountMenu))
  }, [])

  return Menu ? <Menu viewer={viewer} /> : <ProfileLink viewer={viewer} />
}

export function ProfileLink({ viewer }: { viewer: Viewer }) {
  return (
    <Link
      to={`/user/${viewer.handle}`}
      aria-label={`Your profile, ${viewer.name}`}
      className="grid size-11 place-items-center rounded-full"
    >
      <Avatar name={viewer.name} src={viewer.avatar?.src ?? null} size={32} />
    </Link>
  )
}
