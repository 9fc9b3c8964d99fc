import type { DeskItem, Transition } from '#contract/articles.ts'

/** A move, or what is none: nothing is left of it, or only of the viewer’s part in it. */
export type Deed = Transition | 'delete' | 'leave'

export type DeskAction = {
  name: string
  icon: string
  /** How it went, after “3 stories”. */
  done: string
  tone?: 'danger'
  /** What must be said before it is done. */
  asks?: 'confirm' | 'note'
  /** What happens then, for the question. */
  consequence?: string
  /** What it is for this article; null when it is nothing. */
  pick(item: DeskItem): Deed | null
}

const can = (move: Transition) => (item: DeskItem) => (item.can.includes(move) ? move : null)

/** Everything a list can do to an article that needs no more than a word. */
export const deskActions: readonly DeskAction[] = [
  {
    name: 'Approve',
    icon: 'circle-check',
    done: 'approved',
    pick: (item) => can('approve')(item) ?? (item.updateAsked ? can('update')(item) : null),
  },
  {
    name: 'Request changes',
    icon: 'message-square-reply',
    done: 'sent back',
    asks: 'note',
    consequence: 'Say what is missing. It goes back to whoever wrote it, with your words.',
    pick: (item) => can('request-changes')(item) ?? (item.updateAsked ? can('decline-update')(item) : null),
  },
  {
    name: 'Publish',
    icon: 'send',
    done: 'published',
    asks: 'confirm',
    consequence: 'Everybody can read it from now on.',
    pick: can('publish'),
  },
  {
    name: 'Publish changes',
    icon: 'send',
    done: 'updated',
    asks: 'confirm',
    consequence: 'Readers see the new text from now on.',
    pick: (item) => (item.changed && !item.updateAsked ? can('update')(item) : null),
  },
  { name: 'Submit for review', icon: 'inbox', done: 'submitted for review', pick: can('submit') },
  {
    name: 'Submit changes',
    icon: 'inbox',
    done: 'submitted for review',
    pick: (item) => (item.changed && !item.updateAsked ? can('submit-update')(item) : null),
  },
  { name: 'Withdraw', icon: 'undo-2', done: 'taken back from review', pick: can('withdraw') },
  { name: 'Take off the schedule', icon: 'calendar-x', done: 'taken off the schedule', pick: can('unschedule') },
  {
    name: 'Unpublish',
    icon: 'eye-off',
    done: 'unpublished',
    asks: 'confirm',
    consequence: 'Readers do not find it any more. It becomes a draft; its likes and responses are kept.',
    pick: can('unpublish'),
  },
  {
    name: 'Remove',
    icon: 'ban',
    done: 'removed',
    tone: 'danger',
    asks: 'note',
    consequence: 'Readers do not find it any more. Whoever wrote it is told why.',
    pick: can('remove'),
  },
  {
    name: 'Restore',
    icon: 'archive-restore',
    done: 'restored',
    pick: (item) => can('untrash')(item) ?? can('restore')(item),
  },
  {
    name: 'Leave the byline',
    icon: 'log-out',
    done: 'left to its author',
    tone: 'danger',
    asks: 'confirm',
    consequence: 'Your name goes from it, and you cannot open it here any more. Its author is told.',
    pick: ({ coWritten }) => (coWritten ? 'leave' : null),
  },
  { name: 'Move to trash', icon: 'trash-2', done: 'moved to the trash', tone: 'danger', pick: can('trash') },
  {
    name: 'Delete for ever',
    icon: 'trash-2',
    done: 'deleted',
    tone: 'danger',
    asks: 'confirm',
    consequence: 'Its text and every earlier version are gone for good. Nobody can bring them back.',
    // Whoever may take it out of the trash may also empty the trash.
    pick: (item) => (item.state === 'trashed' && item.can.includes('untrash') ? 'delete' : null),
  },
]

/** What can be done to all of them at once. */
export function commonActions(items: readonly DeskItem[]) {
  if (items.length === 0) return []
  return deskActions.filter(({ pick }) => items.every((item) => pick(item) !== null))
}
