import { Suspense, lazy, useState } from 'react'
import { type Shell, usePageData, useShell } from '#site/page.ts'
import { InfiniteStories } from '#site/reading/infinite-stories.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { ProfileAbout } from './profile-about.tsx'
import type { profileData } from './profile-data.ts'
import { ProfileHeader } from './profile-header.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { TabLinks } from './tab-links.tsx'

export { head } from './profile-head.ts'

// Only whoever changes their own page needs what it takes.
const EditProfile = lazy(async () => ({ default: (await import('./edit-profile.tsx')).EditProfile }))

type Data = Awaited<ReturnType<typeof profileData>>

export default function ProfilePage() {
  const data = usePageData<typeof profileData>()
  const { viewer } = useShell()
  // Another person on the same page is another page.
  return <ProfileOf key={`${data.person.id} ${viewer?.id ?? ''}`} data={data} viewer={viewer} />
}

function ProfileOf({ data: { person, page, first, about }, viewer }: { data: Data; viewer: Shell['viewer'] }) {
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
  if (!own) return <EmptyState icon="feather" title={`${name} has not published anything yet`} />
  return (
    <EmptyState
      icon="feather"
      title="You have not published anything yet"
      action={<ButtonLink to="/articles/new">Write your first story</ButtonLink>}
    >
      Drafts are yours alone until you decide otherwise.
    </EmptyState>
  )
}
