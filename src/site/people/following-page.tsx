import type { Topic } from '#contract/discovery.ts'
import { type Head, type HeadArgs, usePageData, useShell } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import type { followingData } from './following-data.ts'
import { FollowList, followListHead } from './follow-list.tsx'
import { Link } from '#site/ui/link.tsx'

export function head({ data, site }: HeadArgs<Awaited<ReturnType<typeof followingData>>>): Head {
  return followListHead('following', data.person, site)
}

export default function FollowingPage() {
  const { topics, ...data } = usePageData<typeof followingData>()
  const { viewer } = useShell()
  const own = viewer?.id === data.person.id
  return (
    <FollowList
      which="following"
      {...data}
      empty={
        <EmptyState
          icon="users"
          title={own ? 'You aren’t following anyone yet' : `${data.person.name} isn’t following anyone yet`}
          action={own && <ButtonLink to="/creators">Find creators</ButtonLink>}
        >
          {own && 'We’ll notify you when people you follow publish.'}
        </EmptyState>
      }
    >
      {data.first && topics.length > 0 && <Topics topics={topics} />}
    </FollowList>
  )
}

function Topics({ topics }: { topics: readonly Topic[] }) {
  return (
    <section aria-labelledby="topics" className="mt-6">
      <h2 id="topics" className="mb-3 text-sm font-medium text-gray-800">
        Topics
      </h2>
      <ul className="flex flex-wrap gap-2">
        {topics.map(({ kind, slug, name }) => (
          <li key={`${kind} ${slug}`} className="max-w-full">
            <Link
              to={`/${kind}/${encodeURIComponent(slug)}`}
              viewTransition
              className="inline-flex min-h-11 max-w-full items-center rounded-full bg-gray-100 px-4 text-sm hover:bg-gray-200 pointer-fine:min-h-9"
            >
              <span dir="auto" className="truncate">
                {name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <h2 className="mt-7 text-sm font-medium text-gray-800">People</h2>
    </section>
  )
}
