import { type ReactNode, Suspense, lazy, useState } from 'react'
import type { Profile } from '#contract/people.ts'
import { useShell } from '#site/page.ts'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { TabLinks } from './tab-links.tsx'

// Loaded only when people edit their profile.
const EditProfile = lazy(async () => ({ default: (await import('./edit-profile.tsx')).EditProfile }))

type Inside = { own: boolean; onEdit(): void }
type Props = { person: Profile; tab: 'stories' | 'lists' | 'about'; children(inside: Inside): ReactNode }

/** The header and the tabs of a profile, around one of its tabs. */
export function ProfileFrame(props: Props) {
  const { viewer } = useShell()
  // Resets the state when the person changes.
  return <Frame key={`${props.person.id} ${viewer?.id ?? ''}`} own={viewer?.id === props.person.id} {...props} />
}

function Frame({ person, tab, own, children }: Props & { own: boolean }) {
  const [editing, setEditing] = useState(false)
  const onEdit = () => setEditing(true)
  const here = `/user/${person.handle}`
  return (
    <>
      {own && editing ? (
        <Suspense fallback={<ProfileSkeleton />}>
          <EditProfile person={person} onDone={() => setEditing(false)} />
        </Suspense>
      ) : (
        <ProfileHeader person={person} own={own} onEdit={onEdit} />
      )}
      <TabLinks
        label="Profile"
        tabs={[
          { to: here, name: 'Stories', current: tab === 'stories' },
          { to: `/user/bookmarks/${person.handle}`, name: listsName(person.lists), current: tab === 'lists' },
          { to: `${here}?tab=about`, name: 'About', current: tab === 'about' },
        ]}
      />
      {children({ own, onEdit })}
    </>
  )
}

const listsName = (lists: number) => (lists === 0 ? 'Lists' : `Lists (${lists.toLocaleString('en')})`)

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
