import type { PersonCard } from '#contract/people.ts'
import { FollowPerson } from '#site/people/follow-person.tsx'
import { Avatar } from '#site/ui/avatar.tsx'
import { Link } from '#site/ui/link.tsx'

type Props = {
  authors: readonly PersonCard[]
  /** IDs of the people the viewer follows; without it, no follow button is shown. */
  followed?: readonly string[]
}

/** The author, below the story. */
export function AuthorCard({ authors, followed }: Props) {
  return (
    <ul className="no-print grid grid-cols-1 gap-6 border-y border-gray-200 py-8">
      {authors.map(({ id, handle, name, about, avatar }) => (
        <li key={id} className="flex items-start gap-4 max-sm:flex-wrap">
          <Avatar name={name} src={avatar?.src ?? null} size={48} />
          <div className="min-w-0 flex-1 basis-40">
            <p className="text-sm text-gray-600">Written by</p>
            <Link to={`/user/${handle}`} viewTransition className="font-serif text-lg font-semibold hover:underline">
              <bdi>{name}</bdi>
            </Link>
            <p className="mt-1 w-fit text-gray-600" dir="auto">
              {about}
            </p>
          </div>
          {followed && <FollowPerson person={{ id, name }} followed={followed.includes(id)} />}
        </li>
      ))}
    </ul>
  )
}
