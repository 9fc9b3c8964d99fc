import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import { InfiniteStories } from '#site/stories/infinite-stories.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { ProfileAbout } from './profile-about.tsx'
import type { profileData } from './profile-data.ts'
import { ProfileFrame } from './profile-frame.tsx'

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
  const { person, page, first, about } = usePageData<typeof profileData>()
  const here = `/user/${person.handle}`
  return (
    <ProfileFrame person={person} tab={about ? 'about' : 'stories'}>
      {({ own, onEdit }) =>
        about ? (
          <ProfileAbout person={person} own={own} onEdit={onEdit} />
        ) : (
          <InfiniteStories
            page={page}
            first={first ? null : here}
            pathOf={(before) => `${here}?before=${before}`}
            empty={<NoStories own={own} name={person.name} />}
          />
        )
      }
    </ProfileFrame>
  )
}

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
