import { useLocation } from 'react-router'
import { Link, isCurrent } from '#site/ui/link.tsx'

type Props = { label: string; links: readonly { to: string; name: string }[] }

/** Section navigation in a row that scrolls on small screens. */
export function NavStrip({ label, links }: Props) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={label} className="border-b border-gray-200">
      <ul className="mx-auto flex max-w-page gap-6 overflow-x-auto px-5">
        {links.map(({ to, name }) => (
          <li key={to}>
            <Link
              to={to}
              viewTransition
              aria-current={isCurrent(pathname, to) ? 'page' : undefined}
              className="inline-flex min-h-12 items-center border-b-2 border-transparent text-sm whitespace-nowrap text-gray-600 hover:text-gray-900 aria-[current]:border-primary-700 aria-[current]:text-gray-900"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
