import { usePageData, useShell } from '#site/page.ts'
import { EndlessStories } from '#site/reading/endless-stories.tsx'
import { Avatar } from '#site/ui/avatar.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Time } from '#site/ui/time.tsx'
import type { profileData } from './profile-data.ts'

export { head } from './profile-head.ts'

export default function ProfilePage() {
  const { person, page, first } = usePageData<typeof profileData>()
  const { viewer } = useShell()
  const here = `/user/${person.handle}`
  return (
    <>
      <header className="flex flex-col items-start gap-5 border-b border-gray-200 py-12 sm:flex-row sm:items-center sm:gap-8">
        <Avatar name={person.name} src={person.avatar?.src ?? null} size={96} />
        <div className="min-w-0">
          <h1 className="font-serif text-2xl font-semibold" dir="auto">
            {person.name}
          </h1>
          <p className="text-sm text-gray-600">@{person.handle}</p>
          {person.about && (
            <p className="mt-3 max-w-xl" dir="auto">
              {person.about}
            </p>
          )}
          <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-gray-600">
            <span>
              {person.stories} {person.stories === 1 ? 'story' : 'stories'}
            </span>
            <TextLink quiet to={`/user/followers/${person.handle}`}>
              Followers
            </TextLink>
            <TextLink quiet to={`/user/following/${person.handle}`}>
              Following
            </TextLink>
            <TextLink quiet to={`/user/bookmarks/${person.handle}`}>
              Lists
            </TextLink>
            <span>
              Here since <Time at={person.joinedAt} />
            </span>
          </p>
        </div>
      </header>
      <EndlessStories
        page={page}
        first={first ? null : here}
        pathOf={(before) => `${here}?before=${before}`}
        empty={<NoStories own={viewer?.id === person.id} name={person.name} />}
      />
    </>
  )
}

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
