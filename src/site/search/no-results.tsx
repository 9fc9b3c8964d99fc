import { TextLink } from '#site/ui/link.tsx'
import type { searchData } from './search-data.ts'
import { searchAddress } from './search-address.ts'
import { formatCount, kinds } from './search-tabs.tsx'
import { Browse } from './browse.tsx'

type Data = Awaited<ReturnType<typeof searchData>>

export function NoResults({ q, kind, chosen, exact, found, popular }: Data) {
  const others = kinds.filter((each) => each.kind !== kind && found[each.kind].count > 0)
  const narrowed = Object.keys(chosen).length > 0
  return (
    <div className="py-8">
      <p className="font-serif text-xl font-semibold wrap-anywhere">No results for “{q}”</p>
      <ul className="mt-4 list-disc space-y-1 ps-5 text-gray-600">
        {narrowed && (
          <li>
            <TextLink to={searchAddress({ q })}>Clear the filters</TextLink> to search all stories.
          </li>
        )}
        {exact && (
          <li>
            <TextLink to={searchAddress({ q })}>Include similar spellings</TextLink>.
          </li>
        )}
        {others.map(({ kind: other, name }) => (
          <li key={other}>
            See{' '}
            <TextLink to={searchAddress({ q, kind: other, exact })}>
              {name.toLowerCase()} ({formatCount(found[other])})
            </TextLink>
            .
          </li>
        ))}
        <li>Check the spelling.</li>
        <li>Try fewer or more common words.</li>
      </ul>
      <Browse popular={popular} />
    </div>
  )
}
