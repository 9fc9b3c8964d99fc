import { membershipActions, membershipOutcomes } from '#contract/membership/outcomes.ts'
import { describeDecision, moderationOutcomes } from '#contract/moderation/names.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import { describeBerries, rewardOutcomes } from '#contract/rewards/outcomes.ts'

const MAX_EXCERPT_LENGTH = 160
const MAX_TITLE_LENGTH = 90

export type NotificationContent = Pick<
  Notification,
  'id' | 'kind' | 'actors' | 'actorCount' | 'story' | 'response' | 'path' | 'detail'
>

/** One plain-text sentence, for mail and push. */
export function summarize(notification: NotificationContent): string {
  const actors = actorsOf(notification)
  const title = notification.story
    ? `“${truncate(notification.story.title, MAX_TITLE_LENGTH) || 'Untitled'}”`
    : 'a story that is no longer available'
  switch (notification.kind) {
    case 'follow':
      return `${actors} followed you`
    case 'response':
      return `${actors} responded to ${title}`
    case 'reply':
      return `${actors} replied to you on ${title}`
    case 'mention':
      return `${actors} mentioned you in a response to ${title}`
    case 'like':
      return `${actors} liked ${title}`
    case 'response-like':
      return `${actors} liked your response to ${title}`
    case 'story':
      return `${actors} published ${title}`
    case 'review':
      return `${title} ${outcomes[notification.detail.outcome ?? ''] ?? 'was reviewed'}`
    case 'submission':
      if (notification.detail.stories) return `${actors} submitted ${notification.detail.stories} stories for review`
      return `${actors} submitted ${notification.detail.outcome === 'update' ? `changes to ${title}` : title} for review`
    case 'assignment':
      return `${actors} assigned ${title} to you for review`
    case 'note':
      return notification.detail.outcome === 'reply'
        ? `${actors} replied to a review note on ${title}`
        : `${actors} added a review note to ${title}`
    case 'moderation': {
      const words = moderationOutcomes[notification.detail.outcome ?? ''] ?? 'An editor decided about your account'
      return typeof words === 'string' ? words : `${words[0]}your response to ${title}${words[1]}`
    }
    case 'approval':
      return `Your response to ${title} was approved`
    case 'byline':
      return notification.detail.outcome === 'left'
        ? `${actors} left the byline of ${title}`
        : `${actors} added you to the byline of ${title}`
    case 'membership': {
      const { outcome = '' } = notification.detail
      const action = membershipActions[outcome]
      return action ? `${actors} ${action}` : (membershipOutcomes[outcome] ?? 'Your membership has changed')
    }
    case 'berries':
      return `${actors} gave you ${describeBerries(notification.detail.berries ?? 0)} for ${title}`
    case 'reward': {
      const [before, after] = rewardOutcomes[notification.detail.outcome ?? ''] ?? ['Your reward ', ' has changed']
      return `${before}“${truncate(notification.detail.reward ?? '', MAX_TITLE_LENGTH)}”${after}`
    }
  }
}

export function getExcerpt({ kind, response, detail }: NotificationContent): string | null {
  const decision = kind === 'moderation' ? describeDecision(detail) : null
  const text = decision ?? response?.text ?? detail.note ?? ''
  return text.trim() === '' ? null : truncate(text, MAX_EXCERPT_LENGTH)
}

const outcomes: Record<string, string> = {
  approved: 'was approved',
  changes: 'needs changes',
  updated: 'was updated by an editor',
  declined: 'was not updated: your changes were declined',
  unscheduled: 'could not be published as scheduled',
  removed: 'was removed',
  restored: 'was restored',
}

function actorsOf({ actors, actorCount }: NotificationContent) {
  const [first, second] = actors.map(({ name }) => truncate(name, MAX_TITLE_LENGTH))
  if (first === undefined) return 'Someone'
  if (actorCount <= 1 || second === undefined) return actorCount > 1 ? `${first} and ${others(actorCount - 1)}` : first
  return actorCount === 2 ? `${first} and ${second}` : `${first}, ${second} and ${others(actorCount - 2)}`
}

function others(count: number) {
  return count === 1 ? '1 other' : `${count} others`
}

/** Collapses whitespace and shortens by code points, so that no character is split. */
export function truncate(text: string, limit: number) {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length <= limit
    ? characters.join('')
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
}
