import type { DeskItem } from '#contract/articles/desk.ts'
import type { Transition } from '#contract/articles/articles.ts'

/** A transition, or an operation that is not one: deleting the article, or leaving its byline. */
export type DeskOperation = Transition | 'delete' | 'leave'

/** What decides which actions an article has. */
export type Actionable = Pick<DeskItem, 'state' | 'can' | 'changed' | 'updateAsked'> & {
  coWritten?: boolean
  reviewer?: object | null
}

export type DeskAction = {
  name: string
  icon: string
  /** Completes the toast after the title or “3 stories”. */
  done: string
  tone?: 'danger'
  asks?: 'confirm' | 'note'
  /** Asks only if this is true for one of the articles. */
  asksAbout?(item: Actionable): boolean
  /** Title of the confirmation; takes the title or “3 stories”. */
  question?(what: string): string
  consequence?: string
  /** The operation for this article; null when it is not available. */
  pick(item: Actionable): DeskOperation | null
  /** Undoes it. Offered only if it `restores` every article exactly: its state, its submitted changes, its reviewer. */
  inverse?: { operation: Transition; restores(item: Actionable): boolean }
}

const can = (move: Transition) => (item: Actionable) => (item.can.includes(move) ? move : null)

/** The actions of a row and of the bulk bar. */
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
    done: 'sent back to the author',
    asks: 'note',
    question: (what) => `Request changes to ${what}?`,
    consequence: 'Tell the author what to change. The story goes back to them with your message.',
    pick: (item) => can('request-changes')(item) ?? (item.updateAsked ? can('decline-update')(item) : null),
  },
  {
    name: 'Publish',
    icon: 'send',
    done: 'published',
    asks: 'confirm',
    question: (what) => `Publish ${what}?`,
    consequence: 'Readers can see it right away.',
    pick: can('publish'),
  },
  {
    name: 'Publish changes',
    icon: 'send',
    done: 'updated',
    asks: 'confirm',
    question: (what) => `Publish changes to ${what}?`,
    consequence: 'Readers see the new version right away.',
    pick: (item) => (item.changed && !item.updateAsked ? can('update')(item) : null),
  },
  { name: 'Submit for review', icon: 'inbox', done: 'submitted for review', pick: can('submit') },
  {
    name: 'Submit changes',
    icon: 'inbox',
    done: 'submitted for review',
    pick: (item) => (item.changed && !item.updateAsked ? can('submit-update')(item) : null),
  },
  { name: 'Withdraw', icon: 'undo-2', done: 'withdrawn from review', pick: can('withdraw') },
  { name: 'Unschedule', icon: 'calendar-x', done: 'unscheduled', pick: can('unschedule') },
  {
    name: 'Unpublish',
    icon: 'eye-off',
    done: 'unpublished',
    asks: 'confirm',
    question: (what) => `Unpublish ${what}?`,
    consequence: 'Readers can no longer see it. It becomes a draft and keeps its likes and responses.',
    pick: can('unpublish'),
  },
  {
    name: 'Remove',
    icon: 'ban',
    done: 'removed',
    tone: 'danger',
    asks: 'note',
    question: (what) => `Remove ${what}?`,
    consequence: 'Readers can no longer see it. The author is notified with your message.',
    pick: can('remove'),
    inverse: { operation: 'restore', restores: (item) => !item.updateAsked && !item.reviewer },
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
    done: 'removed from your stories',
    tone: 'danger',
    asks: 'confirm',
    question: (what) => `Leave the byline of ${what}?`,
    consequence: 'Your name is removed and you can no longer open the story here. The author is notified.',
    pick: ({ coWritten }) => (coWritten ? 'leave' : null),
  },
  {
    name: 'Move to trash',
    icon: 'trash-2',
    done: 'moved to trash',
    tone: 'danger',
    asks: 'confirm',
    asksAbout: (item) => !keepsStateInTrash(item),
    question: (what) => `Move ${what} to trash?`,
    consequence:
      'Readers can no longer see it, and its review or schedule ends. If you restore it later, it becomes a draft.',
    pick: can('trash'),
    inverse: { operation: 'untrash', restores: (item) => keepsStateInTrash(item) && !item.reviewer },
  },
  {
    name: 'Delete permanently',
    icon: 'trash-2',
    done: 'deleted',
    tone: 'danger',
    asks: 'confirm',
    question: (what) => `Delete ${what} permanently?`,
    consequence: 'This deletes the text and all earlier versions. You can’t undo it.',
    // Permission to restore from trash implies permission to delete.
    pick: (item) => (item.state === 'trashed' && item.can.includes('untrash') ? 'delete' : null),
  },
]

/** Other articles become drafts when they are restored. */
function keepsStateInTrash({ state }: Actionable) {
  return state === 'draft' || state === 'removed'
}

export function asksFirst({ asks, asksAbout }: DeskAction, items: readonly Actionable[]) {
  return asks !== undefined && (asksAbout === undefined || items.some(asksAbout))
}

/** The actions that are available for every one of these articles. */
export function commonActions(items: readonly Actionable[]) {
  if (items.length === 0) return []
  return deskActions.filter(({ pick }) => items.every((item) => pick(item) !== null))
}
