import type { ArticleState, Transition } from '#contract/articles.ts'

type Tone = 'neutral' | 'primary' | 'warning' | 'danger'

/** Where an article stands, in words. */
export const stateWords: Record<ArticleState, { name: string; tab: string; tone: Tone }> = {
  'draft': { name: 'Draft', tab: 'Drafts', tone: 'neutral' },
  'in-review': { name: 'In review', tab: 'In review', tone: 'warning' },
  'scheduled': { name: 'Scheduled', tab: 'Scheduled', tone: 'primary' },
  'published': { name: 'Published', tab: 'Published', tone: 'primary' },
  'removed': { name: 'Removed', tab: 'Removed', tone: 'danger' },
  'trashed': { name: 'In the trash', tab: 'Trash', tone: 'neutral' },
}

/** What somebody did, as a history tells it. */
export const movedWords: Record<Transition, string> = {
  'submit': 'submitted it for review',
  'withdraw': 'took it back from review',
  'request-changes': 'asked for changes',
  'approve': 'approved it',
  'publish': 'published it',
  'schedule': 'scheduled it',
  'unschedule': 'took it off the schedule',
  'update': 'published its changes',
  'submit-update': 'submitted its changes for review',
  'decline-update': 'declined its changes',
  'unpublish': 'unpublished it',
  'remove': 'removed it',
  'restore': 'restored it',
  'trash': 'moved it to the trash',
  'untrash': 'took it out of the trash',
}

/** Where a move leads; null when it stays where it is. */
export const movesTo: Record<Transition, ArticleState | null> = {
  'submit': 'in-review',
  'withdraw': 'draft',
  'request-changes': 'draft',
  'approve': 'published',
  'publish': 'published',
  'schedule': 'scheduled',
  'unschedule': 'draft',
  'update': null,
  'submit-update': null,
  'decline-update': null,
  'unpublish': 'draft',
  'remove': 'removed',
  'restore': 'published',
  'trash': 'trashed',
  'untrash': 'draft',
}

export function titleOf({ title }: { title: string }) {
  return title.trim() || 'Untitled'
}

export function howMany(count: number) {
  return count === 1 ? '1 story' : `${count} stories`
}
