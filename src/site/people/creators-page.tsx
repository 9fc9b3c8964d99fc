import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import { InfiniteList } from '#site/infinite-list/infinite-list.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { CreatorCard, CreatorsSkeleton } from './creator-card.tsx'
import { CreatorFilters, type CreatorQuery, creatorsAddress } from './creator-filters.tsx'
import type { creatorsData } from './creators-data.ts'

export function head({ data, site }: HeadArgs<Awaited<ReturnType<typeof creatorsData>>>): Head {
  return {
    title: `Creators · ${site.name}`,
    description: `The people who write on ${site.name}.`,
    noIndex: !data.first,
  }
}

const words = { one: 'creator', many: 'creators', next: 'More creators', first: 'Back to the start' }

export default function CreatorsPage() {
  const { items, next, first, q, sort, category } = usePageData<typeof creatorsData>()
  const asked: CreatorQuery = { q, sort, category }
  return (
    <div className="mx-auto max-w-page px-5">
      <h1 className="pt-12 font-serif text-2xl font-semibold sm:text-3xl">Creators</h1>
      <p className="mt-3 text-md text-gray-600">The people behind the stories.</p>
      <CreatorFilters asked={asked} />
      <div className="mt-6">
        <InfiniteList
          page={{ items, next }}
          first={first ? null : creatorsAddress(asked)}
          pathOf={(before) => creatorsAddress(asked, before)}
          words={words}
          skeleton={<CreatorsSkeleton />}
        >
          {(people) =>
            people.length === 0 ? (
              <NoCreators asked={asked} />
            ) : (
              <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
                {people.map((person) => (
                  <li key={person.id}>
                    <CreatorCard person={person} />
                  </li>
                ))}
              </ul>
            )
          }
        </InfiniteList>
      </div>
    </div>
  )
}

function NoCreators({ asked: { q, category } }: { asked: CreatorQuery }) {
  if (!q && !category)
    return (
      <EmptyState icon="users" title="No creators yet">
        Creators appear here once they publish a story.
      </EmptyState>
    )
  return (
    <EmptyState
      icon="users"
      title={q ? `No creators found for “${q}”` : 'No creators in this category yet'}
      action={
        <ButtonLink to="/creators" tone="quiet">
          Show all creators
        </ButtonLink>
      }
    >
      {q ? 'Search by the start of a first name, last name or handle.' : 'Try another category.'}
    </EmptyState>
  )
}
