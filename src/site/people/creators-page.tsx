import { Link } from 'react-router'
import type { Person } from '#contract/people.ts'
import type { Head, HeadArgs } from '#site/page.ts'
import { usePageData } from '#site/page.ts'
import { Avatar } from '#site/ui/avatar.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import type { creatorsData } from './creators-data.ts'

export function head({ data, site }: HeadArgs<Awaited<ReturnType<typeof creatorsData>>>): Head {
  return {
    title: `Creators · ${site.name}`,
    description: `The people who write on ${site.name}.`,
    noIndex: !data.first,
  }
}

export default function CreatorsPage() {
  const { items, next, first } = usePageData<typeof creatorsData>()
  return (
    <div className="mx-auto max-w-page px-5">
      <h1 className="pt-12 font-serif text-2xl font-semibold sm:text-3xl">Creators</h1>
      <p className="mt-3 text-md text-gray-600">The people behind the stories.</p>
      {items.length === 0 && (
        <EmptyState icon="users" title="Nobody has published yet">
          The first story makes the first creator.
        </EmptyState>
      )}
      <ul className="mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((person) => (
          <li key={person.id}>
            <CreatorCard person={person} />
          </li>
        ))}
      </ul>
      <Pagination label="More creators" first={first ? null : '/creators'} next={next && `/creators?before=${next}`} />
    </div>
  )
}

function CreatorCard({ person: { handle, name, about, avatar, stories } }: { person: Person }) {
  return (
    <Link
      to={`/user/${handle}`}
      viewTransition
      className="flex h-full gap-4 rounded-lg border border-gray-200 p-5 transition-colors hover:border-gray-300 hover:bg-gray-50"
    >
      <Avatar name={name} src={avatar?.src ?? null} size={48} />
      <span className="min-w-0" dir="auto">
        <span className="block font-serif text-md leading-snug font-semibold">{name}</span>
        <span className="mt-1 line-clamp-3 text-sm text-gray-600">{about}</span>
        <span className="mt-2 block text-sm text-gray-600" dir="ltr">
          {stories} {stories === 1 ? 'story' : 'stories'}
        </span>
      </span>
    </Link>
  )
}
