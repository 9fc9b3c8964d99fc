import type { Article, Transition } from '#contract/articles.ts'

export type Choice = {
  move: Transition
  /** Dots say that something is asked first. */
  name: string
  icon: string
  /** What is asked before it is done. */
  asks: 'publish' | 'note' | 'confirm' | null
  consequence: string
  done: string
  tone?: 'danger'
}

const choice = (move: Transition, rest: Omit<Choice, 'move'>): [Transition, Choice] => [move, { move, ...rest }]

const choices = new Map<Transition, Choice>([
  choice('publish', { name: 'Publish…', icon: 'send', asks: 'publish', consequence: '', done: 'Published' }),
  choice('schedule', { name: 'Schedule…', icon: 'calendar', asks: 'publish', consequence: '', done: 'Scheduled' }),
  choice('approve', { name: 'Approve…', icon: 'circle-check', asks: 'publish', consequence: '', done: 'Published' }),
  choice('submit', {
    name: 'Submit for review…',
    icon: 'inbox',
    asks: 'publish',
    consequence: '',
    done: 'Submitted for review',
  }),
  choice('update', { name: 'Update…', icon: 'send', asks: 'publish', consequence: '', done: 'Updated' }),
  choice('submit-update', {
    name: 'Submit changes…',
    icon: 'inbox',
    asks: 'publish',
    consequence: '',
    done: 'Changes submitted for review',
  }),
  choice('withdraw', {
    name: 'Take back from review',
    icon: 'undo-2',
    asks: null,
    consequence: '',
    done: 'Taken back from review',
  }),
  choice('unschedule', {
    name: 'Take off the schedule',
    icon: 'calendar-x',
    asks: null,
    consequence: '',
    done: 'Taken off the schedule',
  }),
  choice('request-changes', {
    name: 'Request changes…',
    icon: 'message-square-reply',
    asks: 'note',
    consequence: 'Say what is missing. It goes back to whoever wrote it, with your words.',
    done: 'Sent back',
  }),
  choice('decline-update', {
    name: 'Decline the changes…',
    icon: 'message-square-x',
    asks: 'note',
    consequence: 'Readers keep seeing the text of before. Whoever wrote it gets your words.',
    done: 'Changes declined',
  }),
  choice('unpublish', {
    name: 'Unpublish…',
    icon: 'eye-off',
    asks: 'confirm',
    consequence: 'Readers do not find it any more. It becomes a draft; its likes and responses are kept.',
    done: 'Unpublished',
  }),
  choice('remove', {
    name: 'Remove…',
    icon: 'ban',
    asks: 'note',
    consequence: 'Readers do not find it any more. Whoever wrote it is told why.',
    done: 'Removed',
    tone: 'danger',
  }),
  choice('restore', { name: 'Restore', icon: 'archive-restore', asks: null, consequence: '', done: 'Restored' }),
  choice('untrash', {
    name: 'Put back',
    icon: 'archive-restore',
    asks: null,
    consequence: '',
    done: 'Taken out of the trash',
  }),
  choice('trash', {
    name: 'Move to trash',
    icon: 'trash-2',
    asks: null,
    consequence: '',
    done: 'Moved to the trash',
    tone: 'danger',
  }),
])

/** In this order: the first that is possible is the button of the bar. */
const primaries: readonly Transition[] = [
  'approve',
  'publish',
  'schedule',
  'submit',
  'update',
  'submit-update',
  'untrash',
  'restore',
]
/** Reached from inside the question that publishing asks. */
const withinPublish = new Set<Transition>(['publish', 'schedule', 'approve', 'submit', 'update', 'submit-update'])

type Standing = Pick<Article, 'can' | 'changed' | 'updateAsked' | 'state'>

/** The one thing to do next, if there is one. */
export function primaryChoice(article: Standing): Choice | null {
  const move = primaries.find((one) => article.can.includes(one) && makesSense(one, article))
  const found = move && choices.get(move)
  if (!found) return null
  return article.state === 'scheduled' ? { ...found, name: 'Reschedule…' } : found
}

function makesSense(move: Transition, { changed, updateAsked }: Standing) {
  if (move === 'update') return changed
  return move === 'submit-update' ? changed && !updateAsked : true
}

/** Everything else, for the menu. */
export function otherChoices(article: Standing): Choice[] {
  const primary = primaryChoice(article)
  return [...choices.values()].filter(
    ({ move }) => article.can.includes(move) && !withinPublish.has(move) && move !== primary?.move,
  )
}
