import { usePageData, useShell, type Head, type HeadArgs } from '#site/page.ts'
import { withQuery } from '#site/infinite-list/list-url.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { PillLink } from '#site/ui/pill-link.tsx'
import { InfiniteStories } from '#site/stories/infinite-stories.tsx'
import type { latestData } from './latest-data.ts'

type Data = Awaited<ReturnType<typeof latestData>>

/** With one filter, the canonical page is that of the category or tag; with two, there is none. */
export function head({ data: { first, category, tag }, site }: HeadArgs<Data>): Head {
  const own = tag ? `/tag/${encodeURIComponent(tag)}` : category && `/category/${encodeURIComponent(category)}`
  return {
    title: `${latestTitle(tag)} · ${site.name}`,
    description: `The newest stories on ${site.name}.`,
    path: own || '/latest',
    noIndex: !first || Boolean(category && tag),
    feeds: own || '/',
  }
}

function latestTitle(tag: string | null) {
  return tag ? `Stories about ${tag.replaceAll('-', ' ')}` : 'Latest stories'
}

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
      {tag && (
        <p className="mt-4 flex flex-wrap gap-x-4 text-sm">
          <TextLink to={`/tag/${encodeURIComponent(tag)}`} className="inline-flex min-h-11 items-center">
            About this tag
          </TextLink>
          <TextLink quiet to={address({ category })} className="inline-flex min-h-11 items-center">
            Remove the tag filter
          </TextLink>
        </p>
      )}
      <InfiniteStories
        page={{ items, next }}
        first={first ? null : address({ category, tag })}
        pathOf={(before) => address({ category, tag, before })}
        {...((category || tag) && { empty: <NothingFits /> })}
      />
    </div>
  )
}

function NothingFits() {
  return (
    <EmptyState icon="feather" title="No stories found" action={<TextLink to="/latest">All stories</TextLink>}>
      Try another category.
    </EmptyState>
  )
}

function address(query: Record<string, string | null>) {
  return withQuery('/latest', query)
}
