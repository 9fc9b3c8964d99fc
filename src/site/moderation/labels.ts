import type { HeldFor } from '#contract/conversation/conversation.ts'
import type { ModerationAction, TargetKind } from '#contract/moderation/names.ts'

export const kindNames: Record<TargetKind, string> = { response: 'Response', story: 'Story', person: 'Person' }

export const heldNames: Record<HeldFor, string> = {
  first: 'First response of a new member',
  links: 'Many links',
  words: 'Blocked word',
  domains: 'Blocked link',
  reports: 'Reported by readers',
  shadow: 'Shadow-held',
}

export const stateNames: Record<string, string> = {
  'shown': 'Shown',
  'held': 'Held',
  'hidden': 'Hidden',
  'deleted': 'Deleted',
  'shadow': 'Shadow-held',
  'published': 'Published',
  'removed': 'Removed',
  'trashed': 'In the trash',
  'draft': 'Draft',
  'in-review': 'In review',
  'scheduled': 'Scheduled',
  'active': 'Active',
  'disabled': 'Disabled',
}

const reportNames: Record<string, string> = {
  spam: 'Spam',
  abuse: 'Harassment',
  harmful: 'Harmful',
  impersonation: 'Impersonation',
  other: 'Other',
}

export function reportName(reason: string) {
  return reportNames[reason] ?? reason
}

type ActionName = { name: string; done: string; icon: string; danger?: true }

export const actions: Record<ModerationAction, ActionName> = {
  'approve': { name: 'Approve', done: 'Approved', icon: 'check' },
  'hide': { name: 'Hide', done: 'Hidden', icon: 'eye-off' },
  'delete': { name: 'Delete', done: 'Deleted', icon: 'trash-2', danger: true },
  'warn': { name: 'Warn', done: 'Warned', icon: 'triangle-alert' },
  'ban': { name: 'Ban', done: 'Banned', icon: 'ban', danger: true },
  'unban': { name: 'End the ban', done: 'Ban ended', icon: 'check' },
  'shadow-hold': { name: 'Shadow-hold', done: 'Shadow-held', icon: 'eye-off' },
  'end-shadow-hold': { name: 'End shadow-hold', done: 'Shadow-hold ended', icon: 'eye' },
}

/** Actions that ask for a reason first. */
export const askingActions: ReadonlySet<ModerationAction> = new Set(['hide', 'delete', 'warn', 'ban', 'shadow-hold'])

/** What an action does, for its dialog. */
export const explanations: Record<string, string> = {
  'hide': 'Readers no longer see it. The author sees it with a notice, gets the reason and can appeal once.',
  'delete': 'The text is deleted for good. The author gets the reason. This can’t be undone.',
  'warn':
    'The author gets a notification with the reason. The response or story stays in the queue until you decide about it.',
  'ban':
    'The person can read and sign in, but not respond or publish. They are notified with the reason and the end. A temporary ban ends by itself.',
  'shadow-hold':
    'Their new responses, and this one, are visible only to them and to editors. The person is not notified.',
}

export function plural(count: number, one: string) {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`
}
