import type { Person } from '#contract/people.ts'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { FollowPerson } from './follow-person.tsx'
import { PersonRow } from './person-row.tsx'

export function PeopleList({ people }: { people: readonly Person[] }) {
  return (
    <ul className="grid grid-cols-1 gap-1">
      {people.map((person) => (
        <li key={person.id}>
          <PersonRow person={person} action={<FollowPerson person={person} followed={person.followed} />} />
        </li>
      ))}
    </ul>
  )
}

export function PeopleSkeleton() {
  return (
    <div aria-hidden data-skeleton="" className="grid grid-cols-1 gap-1">
      {['w-32', 'w-44', 'w-28'].map((name) => (
        <div key={name} className="flex items-center gap-3 py-2">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="flex-1">
            <Skeleton className={`h-4 rounded-sm ${name}`} />
            <Skeleton className="mt-2 h-3.5 w-2/3 rounded-sm" />
          </div>
        </div>
      ))}
    </div>
  )
}
