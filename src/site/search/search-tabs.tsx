import type { ResultCount, SearchKind } from '#contract/search.ts'
import { searchAddress } from './search-address.ts'
import { Link } from '#site/ui/link.tsx'

export const kinds: readonly { kind: SearchKind; name: string }[] = [
  { kind: 'stories', name: 'Stories' },
  { kind: 'creators', name: 'Creators' },
  { kind: 'tags', name: 'Tags' },
  { kind: 'categories', name: 'Categories' },
]

type Props = { q: string; exact: boolean; current: SearchKind; found: Record<SearchKind, ResultCount> }

export function SearchTabs({ q, exact, current, found }: Props) {
  return (
    <nav aria-label="Result types" className="-mx-5 overflow-x-auto border-b border-gray-200 px-5">
      <ul className="flex gap-6">
        {kinds.map(({ kind, name }) => (
          <li key={kind}>
            <Link
              to={searchAddress({ q, kind, exact })}
              viewTransition
              aria-current={kind === current ? 'page' : undefined}
              className="inline-flex min-h-12 items-center gap-1.5 border-b-2 border-transparent text-sm whitespace-nowrap text-gray-600 hover:text-gray-900 focus-visible:-outline-offset-2 aria-[current]:border-primary-700 aria-[current]:text-gray-900"
            >
              {name} <span className="text-gray-600">{formatCount(found[kind])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** "1,000+" if there are more. */
export function formatCount({ count, more }: ResultCount) {
  return `${count.toLocaleString('en-GB')}${more ? '+' : ''}`
}
