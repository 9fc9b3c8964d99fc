import type { RecommendationReason } from '#contract/discovery.ts'
import type { StoryCard as Story } from '#contract/reading.ts'
import type { PageOf } from '#contract/shapes.ts'
import { InfiniteList } from '#site/infinite-list/infinite-list.tsx'
import { withQuery } from '#site/infinite-list/list-url.ts'
import { InfiniteStories, storyLabels } from '#site/stories/infinite-stories.tsx'
import type { HomeSidebar, RecommendedItem } from './home-data.ts'
import { PersonRow } from '#site/people/person-row.tsx'
import { StoryCard } from '#site/stories/story-card.tsx'
import { StoryListSkeleton } from '#site/stories/story-list-skeleton.tsx'
import { TopicChooser } from './topic-chooser.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Icon } from '#site/ui/icon.tsx'

const forYouWords = { ...storyLabels, next: 'More stories', first: 'Back to the start' }

type Sidebar = HomeSidebar | null
type ForYouProps = { page: PageOf<RecommendedItem>; sidebar: Sidebar }

export function ForYouList({ page, sidebar }: ForYouProps) {
  return (
    <InfiniteList
      page={page}
      first={sidebar ? null : '/'}
      pathOf={(before) => withQuery('/', { before })}
      words={forYouWords}
      skeleton={<StoryListSkeleton />}
    >
      {(items) =>
        items.length === 0 ? (
          <NoRecommendations />
        ) : (
          <Recommendations items={items} plain={sidebar?.weights.newest ?? false} />
        )
      }
    </InfiniteList>
  )
}

/** Reasons are hidden when the list is sorted by newest. */
function Recommendations({ items, plain }: { items: readonly RecommendedItem[]; plain: boolean }) {
  return (
    <ul>
      {items.map(({ id, story, why }) => (
        <li key={id}>
          <StoryCard story={story} headingLevel="h2" {...(!plain && { why: <Reason why={why} /> })} />
        </li>
      ))}
    </ul>
  )
}

const reasonVerbs = { person: 'follow', topic: 'follow the topic', story: 'read', author: 'read' }

function Reason({ why: { kind, name } }: { why: RecommendationReason }) {
  if (kind === 'trending') return 'Popular now'
  if (kind === 'new') return 'New'
  const named = <span dir="auto">{kind === 'story' ? `“${name}”` : name}</span>
  if (kind === 'co-author') return <>Co-written by {named}, who you follow</>
  return (
    <>
      Because you {reasonVerbs[kind]} {named}
    </>
  )
}

type FollowingProps = { page: PageOf<Story>; sidebar: Sidebar }

export function FollowingList({ page, sidebar }: FollowingProps) {
  if (sidebar && isFollowingNothing(page, sidebar)) return <NothingFollowed {...sidebar} />
  return (
    <>
      {sidebar && <Topics topics={sidebar.topics} />}
      <InfiniteStories
        page={page}
        first={sidebar ? null : '/?tab=following'}
        pathOf={(before) => withQuery('/', { tab: 'following', before })}
      />
    </>
  )
}

/** An approximation: followed people may have no stories. */
export function isFollowingNothing(page: PageOf<unknown>, { topics }: HomeSidebar) {
  return topics.mine.length === 0 && page.items.length === 0
}

function Topics({ topics }: Pick<HomeSidebar, 'topics'>) {
  const names = topics.mine.map(({ name }) => name).join(', ')
  return (
    <details className="group mt-2 border-b border-gray-200">
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 text-sm text-gray-600 hover:text-gray-900 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 truncate">
          Topics you follow: <span dir="auto">{names || 'none yet'}</span>
        </span>
        <Icon name="chevron-down" className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="pt-2 pb-6">
        <TopicChooser {...topics} />
        <ButtonLink to="/?tab=following" replace tone="quiet" size="sm" className="mt-4">
          Show my stories
        </ButtonLink>
      </div>
    </details>
  )
}

function NothingFollowed({ topics, creators }: Pick<HomeSidebar, 'topics' | 'creators'>) {
  return (
    <section className="py-10" aria-labelledby="choose">
      <h2 id="choose" className="font-serif text-xl font-semibold">
        Follow what you care about
      </h2>
      <p className="mt-2 max-w-xl text-gray-600">
        Choose a few topics or people. Their newest stories appear here and shape your For you feed.
      </p>
      <div className="mt-6">
        <TopicChooser {...topics} />
      </div>
      <ButtonLink to="/?tab=following" replace className="mt-8">
        Show my stories
      </ButtonLink>
      {creators.length > 0 && (
        <>
          <h3 className="mt-10 font-serif text-lg font-semibold">People to follow</h3>
          <ul className="mt-3 grid grid-cols-1 gap-1 sm:grid-cols-2 sm:gap-x-8">
            {creators.map((person) => (
              <li key={person.id} className="min-w-0">
                <PersonRow person={person} />
              </li>
            ))}
          </ul>
          <ButtonLink to="/creators" tone="quiet" size="sm" className="mt-4">
            All creators
          </ButtonLink>
        </>
      )}
    </section>
  )
}

function NoRecommendations() {
  return (
    <EmptyState
      icon="book-open"
      title="Nothing to suggest yet"
      action={<ButtonLink to="/latest">All stories</ButtonLink>}
    >
      Stories we think you’ll like will appear here.
    </EmptyState>
  )
}
