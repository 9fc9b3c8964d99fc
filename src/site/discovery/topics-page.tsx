import { usePageData, useShell, type Head, type HeadArgs } from '#site/page.ts'
import { Browse } from '#site/search/browse.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import type { topicsData } from './topics-data.ts'

export function head({ site }: HeadArgs<Awaited<ReturnType<typeof topicsData>>>): Head {
  return {
    title: `Topics · ${site.name}`,
    description: `Categories and popular tags on ${site.name}.`,
    path: '/topics',
  }
}

/** Categories and popular tags. */
export default function TopicsPage() {
  const { popular } = usePageData<typeof topicsData>()
  const { site } = useShell()
  return (
    <div className="mx-auto max-w-3xl px-5">
      <h1 className="pt-12 font-serif text-2xl font-semibold sm:text-3xl">Topics</h1>
      {popular.length === 0 && site.categories.length === 0 ? (
        <EmptyState icon="compass" title="No topics yet" action={<ButtonLink to="/latest">Latest stories</ButtonLink>}>
          Topics appear here as stories are published.
        </EmptyState>
      ) : (
        <Browse popular={popular} />
      )}
    </div>
  )
}
