import type { ReactNode } from 'react'
import type { PersonCard } from '#contract/people.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { Link } from '#site/ui/link.tsx'

type Props = {
  person: PersonCard
  action?: ReactNode
}

export function PersonRow({ person: { handle, name, about, avatar }, action }: Props) {
  const link = (
    <Link
      to={`/user/${handle}`}
      viewTransition
      data-card=""
      className="-mx-3 flex min-w-0 flex-1 items-center gap-3 rounded-md px-3 py-2 hover:bg-gray-50"
    >
      <Avatar name={name} src={avatar?.src ?? null} size={40} />
      <span className="min-w-0" dir="auto">
        <span className="block truncate font-medium">{name}</span>
        <span className="line-clamp-2 text-sm wrap-anywhere text-gray-600">{about}</span>
      </span>
    </Link>
  )
  return (
    <div className="flex items-center gap-4">
      {link}
      {action}
    </div>
  )
}
