import type { ReactNode } from 'react'
import { membershipActions, membershipOutcomes } from '#contract/membership/outcomes.ts'
import { moderationOutcomes } from '#contract/moderation/names.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import { describeBerries, rewardOutcomes } from '#contract/rewards/outcomes.ts'

const outcomes: Record<string, string> = {
  approved: 'was approved',
  changes: 'needs changes',
  updated: 'was updated by an editor',
  declined: 'was not updated: your changes were declined',
  unscheduled: 'could not be published as scheduled',
  removed: 'was removed',
  restored: 'was restored',
}

/** Names and titles are isolated with bdi, because their text direction may differ. */
export function NotificationText({ notification }: { notification: Notification }) {
  const { kind, story, detail } = notification
  const actors = <Actors notification={notification} />
  const title = <Title story={story} />
  switch (kind) {
    case 'follow':
      return <>{actors} followed you</>
    case 'response':
      return (
        <>
          {actors} responded to {title}
        </>
      )
    case 'reply':
      return (
        <>
          {actors} replied to you on {title}
        </>
      )
    case 'mention':
      return (
        <>
          {actors} mentioned you in a response to {title}
        </>
      )
    case 'like':
      return (
        <>
          {actors} liked {title}
        </>
      )
    case 'response-like':
      return (
        <>
          {actors} liked your response to {title}
        </>
      )
    case 'story':
      return (
        <>
          {actors} published {title}
        </>
      )
    case 'membership': {
      const { outcome = '' } = detail
      const action = membershipActions[outcome]
      if (!action) return membershipOutcomes[outcome] ?? 'Your membership has changed'
      return (
        <>
          {actors} {action}
        </>
      )
    }
    case 'berries':
      return (
        <>
          {actors} gave you {describeBerries(detail.berries ?? 0)} for {title}
        </>
      )
    case 'reward': {
      const [before, after] = rewardOutcomes[detail.outcome ?? ''] ?? ['Your reward ', ' has changed']
      return (
        <>
          {before}
          <bdi className="font-medium text-gray-900">{detail.reward}</bdi>
          {after}
        </>
      )
    }
    case 'byline':
      return (
        <>
          {actors} {detail.outcome === 'left' ? 'left' : 'added you to'} the byline of {title}
        </>
      )
    case 'submission':
      if (detail.stories) {
        return (
          <>
            {actors} submitted {detail.stories} stories for review
          </>
        )
      }
      return (
        <>
          {actors} submitted {detail.outcome === 'update' && 'changes to '}
          {title} for review
        </>
      )
    case 'assignment':
      return (
        <>
          {actors} assigned {title} to you for review
        </>
      )
    case 'note':
      return (
        <>
          {actors} {detail.outcome === 'reply' ? 'replied to a review note on' : 'added a review note to'} {title}
        </>
      )
    case 'moderation': {
      const words = moderationOutcomes[detail.outcome ?? ''] ?? 'An editor decided about your account'
      if (typeof words === 'string') return words
      return (
        <>
          {words[0]}your response to {title}
          {words[1]}
        </>
      )
    }
    case 'approval':
      return <>Your response to {title} was approved</>
    case 'review':
      return (
        <>
          {title} {outcomes[detail.outcome ?? ''] ?? 'was reviewed'}
        </>
      )
  }
}

/** "Ada", "Ada and Ben", "Ada and 3 others". */
function Actors({ notification: { actors, actorCount } }: { notification: Notification }) {
  const [first, second] = actors
  if (!first) return actorCount > 1 ? `${actorCount} people` : 'Someone'
  const others = actorCount - 1
  if (others <= 0) return <Name>{first.name}</Name>
  return (
    <>
      <Name>{first.name}</Name> and{' '}
      {others === 1 && second ? <Name>{second.name}</Name> : others === 1 ? '1 other' : `${others} others`}
    </>
  )
}

function Name({ children }: { children: ReactNode }) {
  return <bdi className="font-medium text-gray-900">{children}</bdi>
}

function Title({ story }: { story: Notification['story'] }) {
  if (!story) return 'a story that is no longer available'
  return (
    <bdi lang={story.language} className="font-serif font-medium text-gray-900">
      {story.title || 'Untitled'}
    </bdi>
  )
}
