import { useShell } from '#site/page.ts'
import { TextLink } from '#site/ui/link.tsx'
import { builtLinks } from './nav-links.ts'

const links = builtLinks([
  { to: '/about', name: 'About' },
  { to: '/membership', name: 'Membership' },
  { to: '/berrybasket', name: 'Berries' },
  { to: '/analyticspagesview', name: 'Page views' },
  { to: '/shortcuts', name: 'Keyboard shortcuts' },
  { to: '/developers', name: 'Developers' },
  { to: '/privacypolicy', name: 'Privacy' },
  { to: '/termsandconditions', name: 'Terms' },
])

export function SiteFooter() {
  const { site } = useShell()
  return (
    <footer className="no-print mt-16 border-t border-gray-200">
      <div className="mx-auto flex max-w-page flex-col gap-6 px-5 py-10 text-sm md:flex-row md:items-center md:justify-between">
        <p className="text-gray-600">
          <span className="font-serif text-base font-semibold text-gray-900">{site.name}</span>
          <span className="mx-2 text-gray-400" aria-hidden>
            ·
          </span>
          {site.tagline}
        </p>
        <nav aria-label="About this site">
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {links.map(({ to, name }) => (
              <li key={to}>
                <TextLink quiet to={to} className="inline-flex min-h-11 items-center pointer-fine:min-h-8">
                  {name}
                </TextLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
