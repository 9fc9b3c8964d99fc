import { Link } from 'react-router'
import type { Person } from '#contract/people.ts'
import { Avatar } from '#site/ui/avatar.tsx'

/** A person in a list: picture, name and a line about them, all one link. */
export function PersonRow({ person: { handle, name, about, avatar } }: { person: Person }) {
  return (
    <Link
      to={`/user/${handle}`}
      viewTransition
      className="-mx-3 flex items-center gap-3 rounded-md px-3 py-2 hover:bg-gray-50"
    >
      <Avatar name={name} src={avatar?.src ?? null} size={40} />
      <span className="min-w-0" dir="auto">
        <span className="block truncate font-medium">{name}</span>
        <span className="line-clamp-2 text-sm text-gray-600">{about}</span>
      </span>
    </Link>
  )
}
