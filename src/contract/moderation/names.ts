/** In a file without zod, so that pages do not bundle it. */
export const targetKinds = ['response', 'story', 'person'] as const
export type TargetKind = (typeof targetKinds)[number]

export const caseViews = ['open', 'held', 'reported', 'appeals', 'decided'] as const
export type CaseView = (typeof caseViews)[number]

export const moderationActions = [
  'approve',
  'hide',
  'delete',
  'warn',
  'ban',
  'unban',
  'shadow-hold',
  'end-shadow-hold',
] as const
export type ModerationAction = (typeof moderationActions)[number]

export const moderationReasons = ['spam', 'abuse', 'harmful', 'impersonation', 'off-topic', 'rules', 'other'] as const
export type ModerationReason = (typeof moderationReasons)[number]

/** On screen, in notifications and in mail. */
export const reasonNames: Record<ModerationReason, string> = {
  'spam': 'Spam or advertising',
  'abuse': 'Harassment or hate',
  'harmful': 'Harmful or illegal content',
  'impersonation': 'Impersonation',
  'off-topic': 'Off topic',
  'rules': 'Against the rules of this site',
  'other': 'Another reason',
}

export const holdFirstRules = ['never', 'new', 'always'] as const

/** In characters. */
export const MAX_APPEAL_LENGTH = 1000

/** What a moderation notification says, by its outcome: around “your response to …”, or alone. */
export const moderationOutcomes: Record<string, readonly [before: string, after: string] | string> = {
  'hidden': ['An editor hid ', ''],
  'shown': ['An editor made ', ' visible again'],
  'deleted': ['An editor deleted ', ''],
  'warned': 'You received a warning from an editor',
  'banned': 'An editor banned you from responding and publishing',
  'unbanned': 'You can respond and publish again',
  'appeal-accepted': ['Your appeal was accepted: ', ' is visible again'],
  'appeal-rejected': ['Your appeal was rejected: ', ' stays hidden'],
  'story-appeal-accepted': 'Your appeal was accepted: your story is visible again',
  'story-appeal-rejected': 'Your appeal was rejected: your story stays removed',
}

type ModerationNotice = { reason?: string | undefined; note?: string | undefined; until?: string | undefined }

/** The reason, the end of a ban and the note of a decision, in one line. */
export function describeDecision({ reason, note, until }: ModerationNotice) {
  const known = moderationReasons.find((one) => one === reason)
  return [
    known && `Reason: ${reasonNames[known].toLowerCase()}.`,
    until && `Until ${until.slice(0, 10)}.`,
    note?.trim() && `“${note.trim()}”`,
  ]
    .filter(Boolean)
    .join(' ')
}
