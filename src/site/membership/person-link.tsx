import type { PersonCard } from '#contract/people.ts'
import { TextLink } from '#site/ui/link.tsx'

type Props = { person: PersonCard | null; none: string }

/** The screen of a person in the admin area. */
export function PersonLink({ person, none }: Props) {
  if (!person) return none
  return (
    <TextLink to={`/admin/users/${person.id}`}>
      <bdi>{person.name}</bdi>
    </TextLink>
  )
}
