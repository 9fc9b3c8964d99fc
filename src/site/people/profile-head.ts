import type { Head, HeadArgs } from '#site/page.ts'
import type { profileData } from './profile-data.ts'

export function head({ data: { person, first }, site }: HeadArgs<Awaited<ReturnType<typeof profileData>>>): Head {
  const path = `/user/${person.handle}`
  return {
    title: `${person.name} · ${site.name}`,
    description: person.about,
    path,
    noIndex: !first,
    feeds: path,
    person,
  }
}
