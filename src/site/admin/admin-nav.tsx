import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { readStored, writeStored } from '#site/browser/web-storage.ts'
import { useShell } from '#site/page.ts'
import { Icon } from '#site/ui/icon.tsx'
import { Link, isCurrent } from '#site/ui/link.tsx'
import { type AdminLink, adminGroups } from './admin-links.ts'

const CLOSED_KEY = 'bramble:admin-closed'
const overview: AdminLink = { to: '/admin', name: 'Overview', icon: 'layout-dashboard' }

/** The navigation of the admin area, grouped by task. Groups close without scripts; with them, they stay closed. */
export function AdminNav() {
  const { viewer } = useShell()
  const { pathname } = useLocation()
  const groups = adminGroups(viewer?.role)
  const current = currentLink(
    pathname,
    groups.flatMap(({ links }) => links),
  )
  const [closed, setClosed] = useState<readonly string[]>([])
  useEffect(() => setClosed(readStored('localStorage', CLOSED_KEY)?.split(',') ?? []), [])

  function toggle(name: string, open: boolean) {
    const next = [...closed.filter((one) => one !== name), ...(open ? [] : [name])]
    writeStored('localStorage', CLOSED_KEY, next.length > 0 ? next.join(',') : null)
    setClosed(next)
  }

  return (
    <nav aria-label="Admin">
      <NavLink link={overview} isHere={current === null && isCurrent(pathname, overview.to)} />
      {groups.map(({ name, links }) => (
        <details
          key={name}
          open={!closed.includes(name)}
          onToggle={(event) => {
            const { open } = event.currentTarget
            if (open === closed.includes(name)) toggle(name, open)
          }}
          className="group mt-3"
        >
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between rounded-md px-3 text-sm font-medium text-gray-600 hover:bg-gray-50 pointer-fine:min-h-8 [&::-webkit-details-marker]:hidden">
            {name}
            <Icon name="chevron-down" size={16} className="-rotate-90 transition-transform group-open:rotate-0" />
          </summary>
          <ul>
            {links.map((link) => (
              <li key={link.to}>
                <NavLink link={link} isHere={link === current} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  )
}

/** The closest link to the page: a screen below one has none of its own. */
function currentLink(pathname: string, links: readonly AdminLink[]): AdminLink | null {
  const found = links.filter(({ to }) => isCurrent(pathname, to, { below: true }))
  return found.toSorted((one, other) => other.to.length - one.to.length)[0] ?? null
}

function NavLink({ link: { to, name, icon }, isHere }: { link: AdminLink; isHere: boolean }) {
  const { pathname } = useLocation()
  const mark = isCurrent(pathname, to) ? 'page' : 'true'
  return (
    <Link
      to={to}
      viewTransition
      aria-current={isHere ? mark : undefined}
      className="flex min-h-11 items-center gap-3 rounded-md px-3 text-sm text-gray-700 hover:bg-gray-100 aria-[current]:bg-primary-50 aria-[current]:font-medium aria-[current]:text-primary-900 pointer-fine:min-h-9"
    >
      <Icon name={icon} size={18} />
      {name}
    </Link>
  )
}
