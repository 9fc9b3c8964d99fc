import { Link } from 'react-router'
import type { Person } from '#contract/people.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'

const frame = 'flex h-full gap-4 rounded-lg border border-gray-200 p-5'

export function CreatorCard({ person: { handle, name, about, avatar, stories } }: { person: Person }) {
  return (
    <Link
      to={`/user/${handle}`}
      viewTransition
      data-card=""
      className={`${frame} transition-colors hover:border-gray-300 hover:bg-gray-50 focus-visible:rounded-lg`}
    >
      <Avatar name={name} src={avatar?.src ?? null} size={48} />
      <span className="min-w-0" dir="auto">
        <span className="block font-serif text-md leading-snug font-semibold">{name}</span>
        <span className="mt-1 line-clamp-3 text-sm text-gray-600">{about}</span>
        <span className="mt-2 block text-sm text-gray-600" dir="ltr">
          {stories.toLocaleString('en')} {stories === 1 ? 'story' : 'stories'}
        </span>
      </span>
    </Link>
  )
}

/** Where people are about to stand. */
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
