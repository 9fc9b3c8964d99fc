import type { ReactNode } from 'react'
import type { StoryCard as Story } from '#contract/reading.ts'
import type { PageOf } from '#contract/shapes.ts'
import { InfiniteList, type ListLabels } from '#site/infinite-list/infinite-list.tsx'
import { StoryList } from './story-list.tsx'
import { StoryListSkeleton } from './story-list-skeleton.tsx'

export const storyLabels: ListLabels = {
  one: 'story',
  many: 'stories',
  next: 'Older stories',
  first: 'Back to the newest',
}

type Props = {
  page: PageOf<Story>
  first: string | null
  pathOf: (before: string) => string
  /** Stories that are shown elsewhere on the page. */
  without?: readonly Story[]
  /** The empty state. */
  empty?: ReactNode
}

const none: readonly Story[] = []

/** An infinite list of stories, newest first. */
export function InfiniteStories({ page, first, pathOf, without = none, empty }: Props) {
  const elsewhere = new Set(without.map(({ id }) => id))
  return (
    <InfiniteList page={page} first={first} pathOf={pathOf} words={storyLabels} skeleton={<StoryListSkeleton />}>
      {(stories) => {
        const here = stories.filter(({ id }) => !elsewhere.has(id))
        if (here.length === 0 && without.length > 0) return null
        return <StoryList stories={here} headingLevel="h2" empty={empty} />
      }}
    </InfiniteList>
  )
}
