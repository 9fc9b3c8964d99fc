import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PillLink } from '#site/ui/pill-link.tsx'
import { isCurrent } from '#site/ui/link.tsx'
import { settingsSections } from './sections.ts'

/** A settings screen with the navigation to the others. */
export function SettingsFrame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <div className="max-w-3xl py-10">
      <p className="text-sm text-gray-600">Settings</p>
      <h1 className="font-serif text-2xl font-semibold">{title}</h1>
      <nav aria-label="Settings" className="mt-5">
        <ul className="flex flex-wrap gap-2">
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
