import { Link } from '#site/ui/link.tsx'

type Tab = { to: string; name: string; current: boolean }

export function TabLinks({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="overflow-x-auto border-b border-gray-200">
      <ul className="flex gap-6">
        {tabs.map(({ to, name, current }) => (
          <li key={to}>
            <Link
              to={to}
              viewTransition
              preventScrollReset
              aria-current={current ? 'page' : undefined}
              className="inline-flex min-h-12 items-center border-b-2 border-transparent text-sm whitespace-nowrap text-gray-600 hover:text-gray-900 focus-visible:-outline-offset-2 aria-[current]:border-primary-700 aria-[current]:font-medium aria-[current]:text-gray-900"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
