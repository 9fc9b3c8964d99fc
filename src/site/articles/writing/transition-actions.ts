import type { Article, Transition } from '#contract/articles/articles.ts'

export type TransitionAction = {
  move: Transition
  /** Ends with an ellipsis when a dialog opens first. */
  name: string
  icon: string
  /** The dialog that opens first. */
  asks: 'publish' | 'note' | 'confirm' | null
  consequence: string
  done: string
  tone?: 'danger'
}

const entry = (move: Transition, rest: Omit<TransitionAction, 'move'>): [Transition, TransitionAction] => [
  move,
  { move, ...rest },
]

const actions = new Map<Transition, TransitionAction>([
  entry('publish', { name: 'Publish…', icon: 'send', asks: 'publish', consequence: '', done: 'Published' }),
  entry('schedule', { name: 'Schedule…', icon: 'calendar', asks: 'publish', consequence: '', done: 'Scheduled' }),
  entry('approve', { name: 'Approve…', icon: 'circle-check', asks: 'publish', consequence: '', done: 'Published' }),
  entry('submit', {
    name: 'Submit for review…',
    icon: 'inbox',
    asks: 'publish',
    consequence: '',
    done: 'Submitted for review',
  }),
  entry('update', { name: 'Update…', icon: 'send', asks: 'publish', consequence: '', done: 'Updated' }),
  entry('submit-update', {
    name: 'Submit changes…',
    icon: 'inbox',
    asks: 'publish',
    consequence: '',
    done: 'Changes submitted for review',
  }),
  entry('withdraw', {
    name: 'Withdraw from review',
    icon: 'undo-2',
    asks: null,
    consequence: '',
    done: 'Withdrawn from review',
  }),
  entry('unschedule', {
    name: 'Unschedule',
    icon: 'calendar-x',
    asks: null,
    consequence: '',
    done: 'Unscheduled',
  }),
  entry('request-changes', {
    name: 'Request changes…',
    icon: 'message-square-reply',
    asks: 'note',
    consequence: 'Tell the author what to change. The story goes back to them with your message.',
    done: 'Sent back to the author',
  }),
  entry('decline-update', {
    name: 'Decline changes…',
    icon: 'message-square-x',
    asks: 'note',
    consequence: 'Readers still see the published version. The author is notified with your message.',
    done: 'Changes declined',
  }),
  entry('unpublish', {
    name: 'Unpublish…',
    icon: 'eye-off',
    asks: 'confirm',
    consequence: 'Readers can no longer see it. It becomes a draft and keeps its likes and responses.',
    done: 'Unpublished',
  }),
  entry('remove', {
    name: 'Remove…',
    icon: 'ban',
    asks: 'note',
    consequence: 'Readers can no longer see it. The author is notified with your message.',
    done: 'Removed',
    tone: 'danger',
  }),
  entry('restore', { name: 'Restore', icon: 'archive-restore', asks: null, consequence: '', done: 'Restored' }),
  entry('untrash', {
    name: 'Restore from trash',
    icon: 'archive-restore',
    asks: null,
    consequence: '',
    done: 'Restored from trash',
  }),
  entry('trash', {
    name: 'Move to trash',
    icon: 'trash-2',
    asks: null,
    consequence: '',
    done: 'Moved to trash',
    tone: 'danger',
  }),
])

/** In order of priority: the first that is available is the button in the bar. */
const primaryTransitions: readonly Transition[] = [
  'approve',
  'publish',
  'schedule',
  'submit',
  'update',
  'submit-update',
  'untrash',
  'restore',
]
/** Available in the publish dialog. */
const publishTransitions = new Set<Transition>(['publish', 'schedule', 'approve', 'submit', 'update', 'submit-update'])

export function getAction(move: Transition): TransitionAction | null {
  return actions.get(move) ?? null
}

type ArticleStatus = Pick<Article, 'can' | 'changed' | 'updateAsked' | 'state'>

export function getPrimaryAction(article: ArticleStatus): TransitionAction | null {
  const move = primaryTransitions.find((one) => article.can.includes(one) && isUseful(one, article))
  const found = move && actions.get(move)
  if (!found) return null
  return article.state === 'scheduled' ? { ...found, name: 'Reschedule…' } : found
}

function isUseful(move: Transition, { changed, updateAsked }: ArticleStatus) {
  if (move === 'update') return changed
  return move === 'submit-update' ? changed && !updateAsked : true
}

export function listOtherActions(article: ArticleStatus): TransitionAction[] {
  const primary = getPrimaryAction(article)
  return [...actions.values()].filter(
    ({ move }) => article.can.includes(move) && !publishTransitions.has(move) && move !== primary?.move,
  )
}
