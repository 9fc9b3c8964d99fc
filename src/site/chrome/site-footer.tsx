import { useShell } from '#site/page.ts'
import { AnyLink } from '#site/any-link.tsx'
import { useNavigation } from './nav-links.ts'

export function SiteFooter() {
  const { site } = useShell()
  const { footer } = useNavigation()
  return (
    <footer className="no-print mt-16 border-t border-gray-200">
      <div className="mx-auto flex max-w-page flex-col gap-6 px-5 py-10 text-sm md:flex-row md:items-center md:justify-between">
        <p className="text-gray-600 wrap-anywhere" dir="auto">
          <span className="font-serif text-base font-semibold text-gray-900">{site.name}</span>
          <span className="mx-2 text-gray-400" aria-hidden>
            ·
          </span>
          {site.footer.text || site.tagline}
        </p>
        <nav aria-label="About this site">
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {footer.map(({ to, name }) => (
              <li key={`${to} ${name}`}>
                <AnyLink
                  to={to}
                  className="inline-flex min-h-11 items-center text-gray-600 underline-offset-4 hover:text-gray-900 hover:underline pointer-fine:min-h-8"
                >
                  {name}
                </AnyLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
