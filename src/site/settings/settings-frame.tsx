import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { PillLink } from '#site/ui/pill-link.tsx'
import { isCurrent } from '#site/ui/link.tsx'
import { settingsSections } from '#site/admin/settings-sections.ts'

const GAP = 20

/** A settings screen with the navigation to the others. */
export function SettingsFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation()
  const list = useRef<HTMLUListElement>(null)

  // On phones the list scrolls sideways. Each screen mounts its own frame.
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]')
    if (list.current && current instanceof HTMLElement)
      list.current.scrollLeft = current.offsetLeft - list.current.offsetLeft - GAP
  }, [])

  return (
    <div className="max-w-3xl py-10">
      <p className="text-sm text-gray-600">Settings</p>
      <h1 className="font-serif text-2xl font-semibold">{title}</h1>
      <nav aria-label="Settings" className="mt-5">
        <ul
          ref={list}
          className="-mx-5 flex gap-2 overflow-x-auto px-5 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0"
        >
          {settingsSections.map(({ to, name }) => (
            <li key={to}>
              <PillLink to={to} current={isCurrent(pathname, to)}>
                {name}
              </PillLink>
            </li>
          ))}
        </ul>
      </nav>
      {lead && <p className="mt-6 max-w-reading text-gray-700">{lead}</p>}
      <div className="mt-6">{children}</div>
    </div>
  )
}
