import { useLocation } from 'react-router'
import type { Topic } from '#contract/discovery.ts'
import { useShell } from '#site/page.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { useFollowTopic } from './use-follow-topic.ts'

type Props = { topic: Topic; following: boolean }

/** Visitors are sent to sign in and return. */
export function FollowTopicButton(props: Props) {
  const { viewer } = useShell()
  const { pathname } = useLocation()
  if (viewer) return <Toggle {...props} />
  return (
    <ButtonLink to={`/auth/newauth?next=${encodeURIComponent(pathname)}`} tone="quiet" size="sm">
      <Icon name="plus" size={16} />
      Follow<span className="sr-only"> {props.topic.name}</span>
    </ButtonLink>
  )
}

function Toggle({ topic, following: initially }: Props) {
  const { following, toggle } = useFollowTopic(topic, initially)
  return (
    <Button tone={following ? 'quiet' : 'primary'} size="sm" aria-pressed={following} onClick={toggle}>
      <Icon name={following ? 'check' : 'plus'} size={16} />
      {following ? 'Following' : 'Follow'}
      <span className="sr-only"> {topic.name}</span>
    </Button>
  )
}
