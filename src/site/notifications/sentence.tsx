import type { ReactNode } from 'react'
import type { Notification } from '#contract/notifications/notifications.ts'

const outcomes: Record<string, string> = {
  approved: 'was approved',
  changes: 'needs changes',
  updated: 'was updated by an editor',
  declined: ': your changes were not taken over',
  unscheduled: 'could not be published at its time',
  removed: 'was removed',
  restored: 'is back',
}

/** What happened, as one sentence: names and titles are people's own words, in their own direction. */
export function Sentence({ line }: { line: Notification }) {
  const { kind, story, detail } = line
  const who = <Who line={line} />
  const title = <Title story={story} />
  switch (kind) {
    case 'follow':
      return <>{who} followed you</>
    case 'response':
      return (
        <>
          {who} responded to {title}
        </>
      )
    case 'reply':
      return (
        <>
          {who} replied to you below {title}
        </>
      )
    case 'mention':
      return (
        <>
          {who} mentioned you below {title}
        </>
      )
    case 'like':
      return (
        <>
          {who} liked {title}
        </>
      )
    case 'response-like':
      return (
        <>
          {who} liked your response to {title}
        </>
      )
    case 'story':
      return (
        <>
          {who} published {title}
        </>
      )
    case 'byline':
      return (
        <>
          {who} {detail.outcome === 'left' ? 'left' : 'put you into'} the byline of {title}
        </>
      )
    case 'review':
      return (
        <>
          {title} {outcomes[detail.outcome ?? ''] ?? 'was looked at'}
        </>
      )
  }
}

/** "Ada", "Ada and Ben", "Ada and 3 others". */
function Who({ line: { actors, actorCount } }: { line: Notification }) {
  const [first, second] = actors
  if (!first) return actorCount > 1 ? `${actorCount} people` : 'Somebody'
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
  if (!story) return 'a story that is not here any more'
  return (
    <bdi lang={story.language} className="font-serif font-medium text-gray-900">
      {story.title || 'Untitled'}
    </bdi>
  )
}
