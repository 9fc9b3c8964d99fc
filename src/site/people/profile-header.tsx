import type { ReactNode } from 'react'
import type { Profile } from '#contract/people.ts'
import { useShell } from '#site/page.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Photo } from '#site/ui/photo.tsx'
import { Time } from '#site/ui/time.tsx'
import { SignInToFollow } from './follow-person.tsx'
import { ProfileActions } from './profile-actions.tsx'
import { ProfileLinks } from './profile-links.tsx'
import { Link } from '#site/ui/link.tsx'

type Props = { person: Profile; own: boolean; onEdit(): void }

export function ProfileHeader({ person, own, onEdit }: Props) {
  const { viewer } = useShell()
  if (own)
    return (
      <Frame
        person={person}
        followers={person.followers}
        actions={
          <Button tone="quiet" size="sm" onClick={onEdit}>
            <Icon name="pencil" size={16} />
            Edit profile
          </Button>
        }
      />
    )
  if (!viewer)
    return <Frame person={person} followers={person.followers} actions={<SignInToFollow name={person.name} />} />
  return (
    <ProfileActions person={person}>
      {({ followers, actions, notice }) => (
        <Frame person={person} followers={followers} actions={actions} notice={notice} />
      )}
    </ProfileActions>
  )
}

type FrameProps = { person: Profile; followers: number; actions: ReactNode; notice?: ReactNode }

function Frame({ person, followers, actions, notice }: FrameProps) {
  const { handle, name, about, avatar, header, links, following, joinedAt, relation, badges } = person
  return (
    <header className="pt-6 pb-4">
      {header && (
        <Photo
          first
          picture={{ ...header, alt: '' }}
          sizes="(min-width: 48rem) 45.5rem, calc(100vw - 2.5rem)"
          className="mb-[-3rem] aspect-4/1 w-full max-sm:aspect-3/1"
        />
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <span className={`relative flex shrink-0 rounded-full ${header ? 'ms-4 ring-4 ring-white' : ''}`}>
          <Avatar name={name} src={avatar?.src ?? null} size={96} />
        </span>
        <div className="flex flex-wrap items-center gap-2">{actions}</div>
      </div>
      <h1 className="mt-4 font-serif text-2xl font-semibold wrap-anywhere" dir="auto">
        {name}
      </h1>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-gray-600">
        <span className="wrap-anywhere">@{handle}</span>
        {relation?.followsYou && (
          <span className="rounded-full bg-gray-100 px-2.5 py-0.5 text-gray-700">Follows you</span>
        )}
      </p>
      {badges.length > 0 && (
        <ul aria-label="Badges" className="mt-3 flex flex-wrap gap-2">
          {badges.map((badge) => (
            <li
              key={badge.id}
              className="inline-flex items-center gap-1.5 rounded-full bg-warning-50 px-2.5 py-0.5 text-sm font-medium text-warning-800"
            >
              <Icon name={badge.icon} size={16} />
              <bdi className="wrap-anywhere">{badge.name}</bdi>
            </li>
          ))}
        </ul>
      )}
      {about && (
        <p className="mt-3 max-w-xl wrap-anywhere" dir="auto">
          {about}
        </p>
      )}
      <ProfileLinks links={links} />
      <p className="mt-2 flex flex-wrap items-center gap-x-5 text-sm text-gray-600">
        <Count to={`/user/followers/${handle}`} many={followers} name={followers === 1 ? 'follower' : 'followers'} />
        <Count to={`/user/following/${handle}`} many={following} name="following" />
        <span>
          Joined <Time at={joinedAt} />
        </span>
      </p>
      {notice}
    </header>
  )
}

function Count({ to, many, name }: { to: string; many: number; name: string }) {
  return (
    <Link to={to} viewTransition className="inline-flex min-h-11 items-center gap-1 underline-offset-4 hover:underline">
      <span className="font-semibold text-gray-900">{many.toLocaleString('en')}</span> {name}
    </Link>
  )
}
