import type { Facet, SearchReply } from '#contract/search.ts'
import { Icon } from '#site/ui/icon.tsx'
import { type SelectedFacets, searchAddress } from './search-address.ts'
import { Link } from '#site/ui/link.tsx'

const names = { category: 'Category', tag: 'Tag', author: 'Author', year: 'Year' } as const
type FacetName = keyof typeof names
const order: readonly FacetName[] = ['category', 'tag', 'author', 'year']

type Props = { q: string; exact: boolean; chosen: SelectedFacets; facets: SearchReply['facets'] }

/** A sidebar on wide screens, collapsed otherwise. */
export function Facets(props: Props) {
  const offered = order.filter((name) => !props.chosen[name] && props.facets[name].length > 1)
  if (offered.length === 0) return null
  const lists = offered.map((name) => <FacetList key={name} name={name} {...props} />)
  return (
    <>
      <details className="group mt-4 rounded-md border border-gray-200 lg:hidden">
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between px-4 text-sm font-medium">
          Filter results
          <Icon name="chevron-down" size={18} className="transition-transform group-open:rotate-180" />
        </summary>
        <div className="grid gap-x-8 px-4 pb-4 sm:grid-cols-2">{lists}</div>
      </details>
      <aside aria-label="Filter results" className="hidden w-56 shrink-0 lg:block">
        {lists}
      </aside>
    </>
  )
}

function FacetList({ name, q, exact, chosen, facets }: Props & { name: FacetName }) {
  return (
    <section className="mt-5">
      <h2 className="text-sm font-medium text-gray-900">{names[name]}</h2>
      <ul className="mt-1">
        {facets[name].map((facet) => (
          <li key={facet.value}>
            <Link
              to={searchAddress({ q, exact, ...chosen, [name]: facet.value })}
              viewTransition
              className="flex min-h-11 items-center justify-between gap-3 rounded-sm text-sm text-gray-700 hover:text-gray-900 hover:underline pointer-fine:min-h-8"
            >
              <span dir="auto" className="min-w-0 truncate">
                {facet.name}
              </span>
              <span className="text-gray-600">{facet.stories.toLocaleString('en-GB')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function ActiveFacets({ q, exact, chosen, facets }: Props) {
  const active = order.filter((name) => chosen[name])
  if (active.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2 pt-4">
      {active.map((name) => (
        <li key={name}>
          <Link
            to={searchAddress({ q, exact, ...chosen, [name]: undefined })}
            viewTransition
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full bg-gray-100 px-4 text-sm hover:bg-gray-200 pointer-fine:min-h-9"
          >
            <span className="min-w-0 truncate">
              <span className="sr-only">Remove </span>
              <span className="text-gray-600">{names[name]}: </span>
              <bdi>{nameOf(facets[name], chosen[name] ?? '')}</bdi>
            </span>
            <Icon name="x" size={16} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function nameOf(facets: readonly Facet[], value: string) {
  return facets.find((facet) => facet.value === value)?.name ?? value
}
