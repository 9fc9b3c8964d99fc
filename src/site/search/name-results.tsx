import type { Person } from '#contract/people.ts'
import type { Category } from '#contract/reading.ts'
import type { TagResult } from '#contract/search.ts'
import { FollowPerson } from '#site/people/follow-person.tsx'
import { Avatar } from '#site/ui/avatar.tsx'
import { Link } from '#site/ui/link.tsx'

const row =
  'flex min-h-11 items-center gap-4 rounded-md border-b border-gray-200 px-2 py-4 transition-colors hover:bg-gray-50'

export function CreatorResults({ creators }: { creators: readonly Person[] }) {
  return (
    <ul>
      {creators.map(({ id, handle, name, about, avatar, stories, followed }) => (
        <li key={id} className="flex items-center gap-3 border-b border-gray-200">
          <Link to={`/user/${handle}`} viewTransition className={`${row} min-w-0 flex-1 border-b-0`}>
            <Avatar name={name} src={avatar?.src ?? null} size={48} />
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block truncate font-serif text-md font-semibold">
                {name}
              </span>
              <span dir="auto" className="line-clamp-2 text-sm text-gray-600">
                {about}
              </span>
            </span>
            <span className="max-sm:hidden">
              <StoryCount count={stories} />
            </span>
          </Link>
          <FollowPerson person={{ id, name }} followed={followed} />
        </li>
      ))}
    </ul>
  )
}

export function TagResults({ tags }: { tags: readonly TagResult[] }) {
  return (
    <ul>
      {tags.map(({ slug, name, stories }) => (
        <li key={slug}>
          <Link to={`/tag/${encodeURIComponent(slug)}`} viewTransition className={row}>
            <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
              {name}
            </span>
            <StoryCount count={stories} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function CategoryResults({ categories }: { categories: readonly Category[] }) {
  return (
    <ul>
      {categories.map(({ slug, name, description, stories }) => (
        <li key={slug}>
          <Link to={`/category/${slug}`} viewTransition className={row}>
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block font-serif text-md font-semibold">
                {name}
              </span>
              <span dir="auto" className="line-clamp-2 text-sm text-gray-600">
                {description}
              </span>
            </span>
            <StoryCount count={stories} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function StoryCount({ count }: { count: number }) {
  return (
    <span className="shrink-0 text-sm text-gray-600">
      {count.toLocaleString('en-GB')} {count === 1 ? 'story' : 'stories'}
    </span>
  )
}
