import type { Person } from '#contract/people.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { FollowPerson } from './follow-person.tsx'
import { Link } from '#site/ui/link.tsx'

const frame = 'flex h-full gap-4 rounded-lg border border-gray-200 p-5'

/** The whole card is a link. The button is stacked above it. */
export function CreatorCard({ person }: { person: Person }) {
  const { handle, name, about, avatar, stories, followers, followed } = person
  return (
    <div className={`${frame} relative transition-colors hover:border-gray-300 hover:bg-gray-50`}>
      <Avatar name={name} src={avatar?.src ?? null} size={48} />
      <div className="flex min-w-0 flex-1 flex-col items-start">
        <Link
          to={`/user/${handle}`}
          viewTransition
          data-card=""
          dir="auto"
          className="max-w-full self-stretch font-serif text-md leading-snug font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-primary-600"
        >
          {name}
        </Link>
        <p dir="auto" className="mt-1 line-clamp-3 self-stretch text-sm wrap-anywhere text-gray-600">
          {about}
        </p>
        <p className="mt-2 mb-4 text-sm text-gray-600">
          {formatCount(stories, 'story', 'stories')} · {formatCount(followers, 'follower', 'followers')}
        </p>
        <div className="relative z-10 mt-auto">
          <FollowPerson person={person} followed={followed} />
        </div>
      </div>
    </div>
  )
}

export function CreatorsSkeleton() {
  return (
    <div aria-hidden data-skeleton="" className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {['w-32', 'w-40', 'w-28'].map((name) => (
        <div key={name} className={frame}>
          <Skeleton className="size-12 shrink-0 rounded-full" />
          <div className="flex-1">
            <Skeleton className={`h-5 rounded-sm ${name}`} />
            <Skeleton className="mt-3 h-3.5 w-full rounded-sm" />
            <Skeleton className="mt-2 h-3.5 w-2/3 rounded-sm" />
          </div>
        </div>
      ))}
    </div>
  )
}

function formatCount(count: number, one: string, many: string) {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
