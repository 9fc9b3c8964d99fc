import { InfiniteList } from '#site/infinite-list/infinite-list.tsx'
import { withQuery } from '#site/infinite-list/list-url.ts'
import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import { ProfileFrame } from '#site/people/profile-frame.tsx'
import { storyLabels } from '#site/stories/infinite-stories.tsx'
import { StoryCard } from '#site/stories/story-card.tsx'
import { StoryListSkeleton } from '#site/stories/story-list-skeleton.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { ListLinks } from './list-links.tsx'
import { ListTitle } from './list-title.tsx'
import type { BookmarkItem } from './list-stories-data.ts'
import type { personListsData } from './person-lists-data.ts'

type Data = Awaited<ReturnType<typeof personListsData>>

export function head({ data: { person, lists, chosen, first }, site }: HeadArgs<Data>): Head {
  const list = lists.find(({ id }) => id === chosen)
  const whose = `Reading lists by ${person.name}`
  return {
    title: list ? `${list.name} · ${whose} · ${site.name}` : `${whose} · ${site.name}`,
    ...(list?.description && { description: list.description }),
    path: withQuery(`/user/bookmarks/${person.handle}`, { list: chosen }),
    noIndex: !first || !list,
  }
}

export default function PersonListsPage() {
  const { person, lists, chosen, page, first } = usePageData<typeof personListsData>()
  const list = lists.find(({ id }) => id === chosen)
  const here = `/user/bookmarks/${person.handle}`
  const at = (before?: string) => withQuery(here, { list: chosen, before })
  return (
    <ProfileFrame person={person} tab="lists">
      {({ own }) =>
        list ? (
          <>
            <ListLinks label="Lists" lists={lists} chosen={chosen} pathOf={(id) => withQuery(here, { list: id })} />
            {own && (
              <p className="mt-4 text-sm text-gray-600">
                Everyone can see these lists.{' '}
                <TextLink to={withQuery('/user/bookmarks', { list: list.id })}>Manage your lists</TextLink>
              </p>
            )}
            <div className="mt-8">
              <ListTitle list={list} />
            </div>
            <InfiniteList
              page={page}
              first={first ? null : at()}
              pathOf={at}
              words={{ ...storyLabels, next: 'More stories', first: 'Back to the start' }}
              skeleton={<StoryListSkeleton />}
            >
              {(items) => <SharedStories items={items} />}
            </InfiniteList>
          </>
        ) : (
          <NoLists own={own} name={person.name} />
        )
      }
    </ProfileFrame>
  )
}

function NoLists({ own, name }: { own: boolean; name: string }) {
  if (own)
    return (
      <EmptyState
        icon="bookmark"
        title="You have no public lists"
        action={<ButtonLink to="/user/bookmarks">Your reading lists</ButtonLink>}
      >
        Make a list public to show it on your profile.
      </EmptyState>
    )
  return (
    <EmptyState icon="bookmark" title="No public lists">
      <bdi>{name}</bdi> hasn’t shared any reading lists.
    </EmptyState>
  )
}

function SharedStories({ items }: { items: readonly BookmarkItem[] }) {
  if (items.length === 0) return <EmptyState icon="bookmark" title="This list is empty" />
  return (
    <ul>
      {items.map(({ id, story, note }) => (
        <li key={id}>
          <StoryCard story={story} why={note && <Note>{note}</Note>} />
        </li>
      ))}
    </ul>
  )
}

function Note({ children }: { children: string }) {
  return (
    <span
      dir="auto"
      className="block border-s-2 border-primary-600 ps-3 whitespace-pre-line wrap-anywhere text-gray-700"
    >
      {children}
    </span>
  )
}
