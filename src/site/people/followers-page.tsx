import { type Head, type HeadArgs, usePageData, useShell } from '#site/page.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import type { followersData } from './followers-data.ts'
import { FollowsPage, followsHead } from './follows-page-parts.tsx'

export function head({ data, site }: HeadArgs<Awaited<ReturnType<typeof followersData>>>): Head {
  return followsHead('followers', data.person, site)
}

export default function FollowersPage() {
  const data = usePageData<typeof followersData>()
  const { viewer } = useShell()
  const own = viewer?.id === data.person.id
  return (
    <FollowsPage
      which="followers"
      {...data}
      empty={
        <EmptyState icon="users" title={own ? 'Nobody follows you yet' : `Nobody follows ${data.person.name} yet`}>
          {own ? 'Stories bring followers: those who like one want the next.' : 'Somebody has to be the first.'}
        </EmptyState>
      }
    />
  )
}
