import type { Person } from '#contract/people.ts'
import { FollowPerson } from '#site/people/follow-person.tsx'
import { PersonRow } from '#site/people/person-row.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { SectionTitle } from './section-title.tsx'

export function SuggestedCreators({ people }: { people: readonly Person[] }) {
  if (people.length === 0) return null
  return (
    <section aria-labelledby="creators">
      <SectionTitle id="creators">Creators</SectionTitle>
      <ul className="mt-3 grid grid-cols-1 gap-1">
        {people.map((person) => (
          <li key={person.id}>
            <PersonRow person={person} action={<FollowPerson person={person} followed={person.followed} />} />
          </li>
        ))}
      </ul>
      <TextLink to="/creators" className="mt-2 inline-flex min-h-11 items-center text-sm">
        All creators
      </TextLink>
    </section>
  )
}
