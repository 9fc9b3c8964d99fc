import type { ArticleState, Transition } from '#contract/articles/articles.ts'
import type { DeskItem } from '#contract/articles/desk.ts'

type Tone = 'neutral' | 'primary' | 'warning' | 'danger'

export const stateLabels: Record<ArticleState, { name: string; tab: string; tone: Tone }> = {
  'draft': { name: 'Draft', tab: 'Drafts', tone: 'neutral' },
  'in-review': { name: 'In review', tab: 'In review', tone: 'warning' },
  'scheduled': { name: 'Scheduled', tab: 'Scheduled', tone: 'primary' },
  'published': { name: 'Published', tab: 'Published', tone: 'primary' },
  'removed': { name: 'Removed', tab: 'Removed', tone: 'danger' },
  'trashed': { name: 'In trash', tab: 'Trash', tone: 'neutral' },
}

type Noted = Pick<DeskItem, 'state' | 'updateAsked' | 'lastNote'>

/** What the last note means for the author, while it applies: a note stays in the history after the story has moved on. */
export function noteLabelOf({ state, updateAsked, lastNote }: Noted): { name: string; tone: Tone } | null {
  const move = lastNote?.move
  if (state === 'draft' && move === 'request-changes') return { name: 'Changes requested', tone: 'warning' }
  if (state === 'draft' && move === 'unschedule') return { name: 'Not published as scheduled', tone: 'warning' }
  if (state === 'published' && !updateAsked && move === 'decline-update') {
    return { name: 'Changes declined', tone: 'warning' }
  }
  return null
}

/** Completes a history entry after the name of the person. */
export const transitionLabels: Record<Transition, string> = {
  'submit': 'submitted it for review',
  'withdraw': 'withdrew it from review',
  'request-changes': 'requested changes',
  'approve': 'approved it',
  'publish': 'published it',
  'schedule': 'scheduled it',
  'unschedule': 'unscheduled it',
  'update': 'published the changes',
  'submit-update': 'submitted changes for review',
  'decline-update': 'declined the changes',
  'unpublish': 'unpublished it',
  'remove': 'removed it',
  'restore': 'restored it',
  'trash': 'moved it to trash',
  'untrash': 'restored it from trash',
}

/** The state after a transition; null when it does not change. */
export const targetStates: Record<Transition, ArticleState | null> = {
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

export function formatStoryCount(count: number) {
  return count === 1 ? '1 story' : `${count} stories`
}
