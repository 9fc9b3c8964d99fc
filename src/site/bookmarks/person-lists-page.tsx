import { InfiniteList } from '#site/infinite-list/infinite-list.tsx'
import { withQuery } from '#site/infinite-list/list-url.ts'
import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import { storyLabels } from '#site/stories/infinite-stories.tsx'
import { StoryCard } from '#site/stories/story-card.tsx'
import { StoryListSkeleton } from '#site/stories/story-list-skeleton.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { ListLinks } from './list-links.tsx'
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
    <>
      <header className="pt-12">
        <p className="text-sm font-semibold text-gray-600">
          <TextLink quiet to={`/user/${person.handle}`}>
            <bdi>{person.name}</bdi>
          </TextLink>
        </p>
        <h1 className="mt-1 font-serif text-2xl font-semibold sm:text-3xl">Reading lists</h1>
      </header>
      {!list && (
        <EmptyState icon="bookmark" title="No public lists">
          <bdi>{person.name}</bdi> hasn’t shared any reading lists.
        </EmptyState>
      )}
      {list && (
        <>
          <ListLinks label="Lists" lists={lists} chosen={chosen} pathOf={(id) => withQuery(here, { list: id })} />
          <h2 className="mt-8 font-serif text-xl font-semibold wrap-anywhere" dir="auto">
            {list.name}
          </h2>
          {list.description && (
            <p className="mt-1 whitespace-pre-line wrap-anywhere text-gray-600" dir="auto">
              {list.description}
            </p>
          )}
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
      )}
    </>
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
