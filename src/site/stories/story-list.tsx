import type { ReactNode } from 'react'
import type { StoryCard as Story } from '#contract/reading.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { StoryCard } from './story-card.tsx'

type Props = { stories: readonly Story[]; headingLevel?: 'h2' | 'h3'; empty?: ReactNode }

export function StoryList({ stories, headingLevel = 'h3', empty }: Props) {
  if (stories.length === 0) return empty ?? <NoStories />
  return (
    <ul>
      {stories.map((story) => (
        <li key={story.id}>
          <StoryCard story={story} headingLevel={headingLevel} />
        </li>
      ))}
    </ul>
  )
}

function NoStories() {
  return (
    <EmptyState icon="feather" title="No stories here yet">
      Be the first to write one.
    </EmptyState>
  )
}
