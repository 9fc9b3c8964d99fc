import { Form } from 'react-router'
import type { CreatorSort } from '#contract/people.ts'
import { withQuery } from '#site/infinite-list/list-url.ts'
import { useShell } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { PillLink } from '#site/ui/pill-link.tsx'
import { creatorSorts } from './creator-sorts.ts'

export type CreatorQuery = { q: string; sort: CreatorSort; category: string | null }

/** Leaves defaults out of the URL. */
export function creatorsAddress({ q, sort, category }: CreatorQuery, before?: string) {
  return withQuery('/creators', { q, sort: sort === 'read' ? null : sort, category, before })
}

/** Links and a plain form, so that every view has a URL. */
export function CreatorFilters({ asked }: { asked: CreatorQuery }) {
  const { site } = useShell()
  const { q, sort, category } = asked
  return (
    <div className="mt-7 grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <search className="w-full sm:w-auto">
          <Form key={JSON.stringify(asked)} action="/creators" className="flex gap-2" aria-label="Search creators">
            {sort !== 'read' && <input type="hidden" name="sort" value={sort} />}
            {category && <input type="hidden" name="category" value={category} />}
            <input
              name="q"
              type="search"
              dir="auto"
              maxLength={80}
              aria-label="Name or handle"
              placeholder="Name or handle"
              defaultValue={q}
              className="min-h-11 min-w-0 flex-1 rounded-full border border-gray-300 bg-white px-4 transition-colors placeholder:text-gray-500 hover:border-gray-400 focus-visible:rounded-full sm:w-72"
            />
            <Button type="submit" tone="quiet">
              Search
            </Button>
          </Form>
        </search>
        <nav aria-label="Order" className="flex gap-5 text-sm">
          {creatorSorts.map(({ sort: one, name }) => (
            <TextLink
              key={one}
              quiet
              to={creatorsAddress({ ...asked, sort: one })}
              aria-current={one === sort ? 'page' : undefined}
              className="inline-flex min-h-11 items-center underline-offset-8 aria-[current]:font-medium aria-[current]:text-gray-900 aria-[current]:underline aria-[current]:decoration-primary-700 aria-[current]:decoration-2"
            >
              {name}
            </TextLink>
          ))}
        </nav>
      </div>
      <nav aria-label="Filter by category" className="-mx-5 overflow-x-auto px-5">
        <ul className="flex gap-2 pb-2">
          <li>
            <PillLink to={creatorsAddress({ ...asked, category: null })} current={!category}>
              All
            </PillLink>
          </li>
          {site.categories.map(({ slug, name }) => (
            <li key={slug}>
              <PillLink to={creatorsAddress({ ...asked, category: slug })} current={category === slug}>
                {name}
              </PillLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
