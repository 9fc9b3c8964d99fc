import { type Head, type HeadArgs, usePageData, useShell } from '#site/page.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import type { followersData } from './followers-data.ts'
import { FollowList, followListHead } from './follow-list.tsx'

export function head({ data, site }: HeadArgs<Awaited<ReturnType<typeof followersData>>>): Head {
  return followListHead('followers', data.person, site)
}

export default function FollowersPage() {
  const data = usePageData<typeof followersData>()
  const { viewer } = useShell()
  const own = viewer?.id === data.person.id
  return (
    <FollowList
      which="followers"
      {...data}
      empty={
        <EmptyState icon="users" title={own ? 'No followers yet' : `${data.person.name} has no followers yet`}>
          {own ? 'Publish stories to gain followers.' : 'Be the first to follow them.'}
        </EmptyState>
      }
    />
  )
}
