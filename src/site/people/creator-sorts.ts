import type { CreatorSort } from '#contract/people.ts'

/** The first is the default. */
export const creatorSorts: readonly { sort: CreatorSort; name: string }[] = [
  { sort: 'read', name: 'Most read' },
  { sort: 'followed', name: 'Most followed' },
  { sort: 'rising', name: 'Rising' },
  { sort: 'stories', name: 'Most stories' },
]
