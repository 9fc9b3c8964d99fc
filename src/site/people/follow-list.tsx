import type { ReactNode } from 'react'
import type { Person, Profile } from '#contract/people.ts'
import type { PageOf } from '#contract/shapes.ts'
import { InfiniteList } from '#site/infinite-list/infinite-list.tsx'
import type { Head } from '#site/page.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { PeopleList, PeopleSkeleton } from './people-list.tsx'
import { TabLinks } from './tab-links.tsx'
import { Link } from '#site/ui/link.tsx'

const words = { one: 'person', many: 'people', next: 'More people', first: 'Back to the latest' }

type Which = 'followers' | 'following'
type Props = {
  which: Which
  person: Profile
  page: PageOf<Person>
  first: boolean
  empty: ReactNode
  children?: ReactNode
}

export function FollowList({ which, person, page, first, empty, children }: Props) {
  const { handle, name, avatar, followers, following } = person
  const here = `/user/${which}/${handle}`
  return (
    <div className="pt-10">
      <Link
        to={`/user/${handle}`}
        viewTransition
        className="inline-flex min-h-11 max-w-full items-center gap-3 rounded-md hover:underline"
      >
        <Avatar name={name} src={avatar?.src ?? null} size={40} />
        <span dir="auto" className="min-w-0 truncate font-medium">
          {name}
        </span>
      </Link>
      <h1 className="mt-4 font-serif text-2xl font-semibold">{which === 'followers' ? 'Followers' : 'Following'}</h1>
      <TabLinks
        label="Followers and following"
        tabs={[
          { to: `/user/followers/${handle}`, name: `Followers (${count(followers)})`, current: which === 'followers' },
          { to: `/user/following/${handle}`, name: `Following (${count(following)})`, current: which === 'following' },
        ]}
      />
      {children}
      <div className="mt-5">
        <InfiniteList
          page={page}
          first={first ? null : here}
          pathOf={(before) => `${here}?before=${before}`}
          words={words}
          skeleton={<PeopleSkeleton />}
        >
          {(people) => (people.length === 0 ? empty : <PeopleList people={people} />)}
        </InfiniteList>
      </div>
    </div>
  )
}

const count = (many: number) => many.toLocaleString('en')

/** Not indexed: search engines should find the profile instead. */
export function followListHead(which: Which, { handle, name }: Profile, site: { name: string }): Head {
  const title = which === 'followers' ? `Followers · ${name}` : `Following · ${name}`
  return { title: `${title} · ${site.name}`, path: `/user/${which}/${handle}`, noIndex: true }
}
