import type { Why } from '#contract/discovery.ts'
import type { StoryCard as Story } from '#contract/reading.ts'
import type { PageOf } from '#contract/shapes.ts'
import { EndlessList } from '#site/lists/endless-list.tsx'
import { addressWith } from '#site/lists/address.ts'
import { EndlessStories, storyWords } from '#site/reading/endless-stories.tsx'
import type { ChosenItem, ReaderHomeData } from '#site/reading/home-data.ts'
import { StoryCard } from '#site/reading/story-card.tsx'
import { StoryListSkeleton } from '#site/reading/story-list-skeleton.tsx'
import { TopicChooser } from '#site/topics/topic-chooser.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Icon } from '#site/ui/icon.tsx'

const forYouWords = { ...storyWords, next: 'More stories', first: 'Back to the start' }

type ForYouProps = { page: PageOf<ChosenItem>; first: boolean }

/** Stories that were chosen for the viewer, each with its reason. */
export function ForYouList({ page, first }: ForYouProps) {
  return (
    <EndlessList
      page={page}
      first={first ? null : '/'}
      pathOf={(before) => addressWith('/', { before })}
      words={forYouWords}
      skeleton={<StoryListSkeleton />}
    >
      {(items) => (items.length === 0 ? <NothingYet /> : <Chosen items={items} />)}
    </EndlessList>
  )
}

function Chosen({ items }: { items: readonly ChosenItem[] }) {
  return (
    <ul>
      {items.map(({ id, story, why }) => (
        <li key={id}>
          <StoryCard story={story} headingLevel="h2" why={<Reason why={why} />} />
        </li>
      ))}
    </ul>
  )
}

function Reason({ why: { kind, name } }: { why: Why }) {
  if (kind === 'trending') return 'Popular now'
  if (kind === 'new') return 'New here'
  const named = <span dir="auto">{kind === 'story' ? `“${name}”` : name}</span>
  return (
    <>
      Because you {kind === 'topic' ? 'follow' : 'read'} {named}
    </>
  )
}

type FollowingProps = { page: PageOf<Story>; first: boolean; topics: ReaderHomeData['topics'] }

/** The newest of the topics that the viewer follows. */
export function FollowingList({ page, first, topics }: FollowingProps) {
  if (topics.mine.length === 0) return <FollowSomething topics={topics} />
  return (
    <>
      <details className="group mt-2 border-b border-gray-200">
        <summary className="flex min-h-12 list-none items-center justify-between gap-4 text-sm text-gray-600 hover:text-gray-900 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 truncate">
            Topics you follow: <span dir="auto">{topics.mine.map(({ name }) => name).join(', ')}</span>
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
      <EndlessStories
        page={page}
        first={first ? null : '/?tab=following'}
        pathOf={(before) => addressWith('/', { tab: 'following', before })}
      />
    </>
  )
}

function FollowSomething({ topics }: Pick<FollowingProps, 'topics'>) {
  return (
    <section className="py-10" aria-labelledby="choose">
      <h2 id="choose" className="font-serif text-xl font-semibold">
        Follow what you care about
      </h2>
      <p className="mt-2 max-w-xl text-gray-600">
        Choose a few topics. Their newest stories will stand here, and For you learns from them.
      </p>
      <div className="mt-6">
        <TopicChooser {...topics} />
      </div>
      <ButtonLink to="/?tab=following" replace className="mt-8">
        Show my stories
      </ButtonLink>
    </section>
  )
}

function NothingYet() {
  return (
    <EmptyState
      icon="book-open"
      title="Nothing to suggest yet"
      action={<ButtonLink to="/latest">All stories</ButtonLink>}
    >
      As soon as there are stories, the ones you might like stand here.
    </EmptyState>
  )
}
