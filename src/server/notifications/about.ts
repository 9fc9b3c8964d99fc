import type { NotificationKind } from '#contract/notifications/notifications.ts'

type About = { kind: NotificationKind; articleId: string | null; responseId: string | null }

/** What a line is about: as long as it is not read, more of the same joins it. */
export function aboutOf({ kind, articleId, responseId }: About): string {
  switch (kind) {
    case 'follow':
      return kind
    case 'mention':
    case 'response-like':
      return `${kind}:${responseId}`
    default:
      return `${kind}:${articleId}`
  }
}
