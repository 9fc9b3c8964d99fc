import { Link } from '#site/ui/link.tsx'

type ReaderTab = 'for-you' | 'following'

const tabs = [
  { tab: 'for-you', name: 'For you', to: '/' },
  { tab: 'following', name: 'Following', to: '/?tab=following' },
  { tab: 'latest', name: 'Latest', to: '/latest' },
]

export function ReaderTabs({ current }: { current: ReaderTab }) {
  return (
    <nav aria-label="Feeds" className="overflow-x-auto border-b border-gray-200">
      <ul className="flex gap-6">
        {tabs.map(({ tab, name, to }) => (
          <li key={tab}>
            <Link
              to={to}
              viewTransition
              aria-current={tab === current ? 'page' : undefined}
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
