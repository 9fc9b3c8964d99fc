import { Suspense, lazy, useState } from 'react'
import { type Head, type HeadArgs, type Shell, usePageData, useShell } from '#site/page.ts'
import { InfiniteStories } from '#site/stories/infinite-stories.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { ProfileAbout } from './profile-about.tsx'
import type { profileData } from './profile-data.ts'
import { ProfileHeader } from './profile-header.tsx'
import { TabLinks } from './tab-links.tsx'

// Loaded only when people edit their profile.
const EditProfile = lazy(async () => ({ default: (await import('./edit-profile.tsx')).EditProfile }))

type Data = Awaited<ReturnType<typeof profileData>>

export function head({ data: { person, first }, site }: HeadArgs<Data>): Head {
  const path = `/user/${person.handle}`
  return {
    title: `${person.name} · ${site.name}`,
    description: person.about,
    path,
    noIndex: !first,
    feeds: path,
    person,
  }
}

export default function ProfilePage() {
  const data = usePageData<typeof profileData>()
  const { viewer } = useShell()
  // Resets the state when the person changes.
  return <ProfileView key={`${data.person.id} ${viewer?.id ?? ''}`} data={data} viewer={viewer} />
}

function ProfileView({ data: { person, page, first, about }, viewer }: { data: Data; viewer: Shell['viewer'] }) {
  const [editing, setEditing] = useState(false)
  const own = viewer?.id === person.id
  const here = `/user/${person.handle}`
  return (
    <>
      {own && editing ? (
        <Suspense fallback={<ProfileSkeleton />}>
          <EditProfile person={person} onDone={() => setEditing(false)} />
        </Suspense>
      ) : (
        <ProfileHeader person={person} own={own} onEdit={() => setEditing(true)} />
      )}
      <TabLinks
        label="Profile"
        tabs={[
          { to: here, name: 'Stories', current: !about },
          { to: `/user/bookmarks/${person.handle}`, name: listsName(person.lists), current: false },
          { to: `${here}?tab=about`, name: 'About', current: about },
        ]}
      />
      {about ? (
        <ProfileAbout person={person} own={own} onEdit={() => setEditing(true)} />
      ) : (
        <InfiniteStories
          page={page}
          first={first ? null : here}
          pathOf={(before) => `${here}?before=${before}`}
          empty={<NoStories own={own} name={person.name} />}
        />
      )}
    </>
  )
}

const listsName = (lists: number) => (lists === 0 ? 'Lists' : `Lists (${lists.toLocaleString('en')})`)

function NoStories({ own, name }: { own: boolean; name: string }) {
  if (!own) return <EmptyState icon="feather" title={`${name} hasn’t published anything yet`} />
  return (
    <EmptyState
      icon="feather"
      title="You haven’t published anything yet"
      action={<ButtonLink to="/articles/new">Write your first story</ButtonLink>}
    >
      Your drafts stay private until you publish them.
    </EmptyState>
  )
}

function ProfileSkeleton() {
  return (
    <div aria-hidden data-skeleton="" className="grid grid-cols-1 gap-5 py-8">
      <Skeleton className="size-24 rounded-full" />
      {['h-11', 'h-11', 'h-24'].map((height, nth) => (
        // oxlint-disable-next-line react/no-array-index-key -- the items never change
        <Skeleton key={nth} className={`w-full rounded-md ${height}`} />
      ))}
    </div>
  )
}
