import { usePageData, useShell } from '#site/page.ts'
import { Pagination } from '#site/ui/pagination.tsx'
import { PillLink } from '#site/ui/pill-link.tsx'
import type { latestData } from './latest-data.ts'
import { latestTitle } from './latest-head.ts'
import { StoryList } from './story-list.tsx'

export { head } from './latest-head.ts'

export default function LatestPage() {
  const data = usePageData<typeof latestData>()
  const { items, next, first, category, tag } = data
  const { site } = useShell()
  return (
    <div className="mx-auto max-w-3xl px-5">
      <h1 className="pt-12 font-serif text-2xl font-semibold sm:text-3xl" dir="auto">
        {latestTitle(tag)}
      </h1>
      <nav aria-label="Filter by category" className="mt-6 -mx-5 overflow-x-auto px-5">
        <ul className="flex gap-2 pb-2">
          <li>
            <PillLink to={address({ tag })} current={!category}>
              All
            </PillLink>
          </li>
          {site.categories.map(({ slug, name }) => (
            <li key={slug}>
              <PillLink to={address({ category: slug, tag })} current={category === slug}>
                {name}
              </PillLink>
            </li>
          ))}
        </ul>
      </nav>
      <StoryList stories={items} headingLevel="h2" />
      <Pagination
        label="More stories"
        first={first ? null : address({ category, tag })}
        next={next && address({ category, tag, before: next })}
      />
    </div>
  )
}

function address(query: Record<string, string | null>) {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return given.length > 0 ? `/latest?${new URLSearchParams(given).toString()}` : '/latest'
}
