import { useLocation } from 'react-router'
import { useShell } from '#site/page.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { useFollowPerson } from './use-follow-person.ts'

type Named = { id: string; name: string }
type Size = 'sm' | 'md'

/** Visitors are sent to sign in and return. Hidden for the viewer's own card. */
export function FollowPerson({ person, followed, size }: { person: Named; followed: boolean; size?: Size }) {
  const { viewer } = useShell()
  if (viewer?.id === person.id) return null
  return viewer ? (
    <Toggle person={person} followed={followed} {...(size && { size })} />
  ) : (
    <SignInToFollow {...person} />
  )
}

function Toggle({
  person: { id, name },
  followed: initially,
  size,
}: {
  person: Named
  followed: boolean
  size?: Size
}) {
  const { followed, toggle } = useFollowPerson({ id, name, followed: initially, followers: 0 })
  return <FollowButton name={name} followed={followed} onToggle={toggle} {...(size && { size })} />
}

type ButtonProps = { name: string; followed: boolean; onToggle(): void; size?: Size }

/** Controlled button. */
export function FollowButton({ name, followed, onToggle, size = 'sm' }: ButtonProps) {
  return (
    <Button
      tone={followed ? 'quiet' : 'primary'}
      size={size}
      aria-pressed={followed}
      aria-label={`${followed ? 'Following' : 'Follow'} ${name}`}
      className="shrink-0"
      onClick={onToggle}
    >
      <Icon name={followed ? 'check' : 'plus'} size={16} />
      {followed ? 'Following' : 'Follow'}
    </Button>
  )
}

/** A link, so that it works without scripts. */
export function SignInToFollow({ name, size = 'sm' }: { name: string; size?: Size }) {
  const { pathname, search } = useLocation()
  return (
    <ButtonLink
      to={`/auth/newauth?next=${encodeURIComponent(pathname + search)}`}
      tone="quiet"
      size={size}
      aria-label={`Follow ${name}`}
      className="shrink-0"
    >
      <Icon name="plus" size={16} />
      Follow
    </ButtonLink>
  )
}
