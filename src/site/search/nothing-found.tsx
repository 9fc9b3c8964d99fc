import { TextLink } from '#site/ui/link.tsx'
import type { searchData } from './search-data.ts'
import { searchAddress } from './search-address.ts'
import { counted, kinds } from './search-tabs.tsx'
import { Browse } from './somewhere-else.tsx'

type Data = Awaited<ReturnType<typeof searchData>>

/** Nothing has the words: what may help, and where else to look. */
export function NothingFound({ q, kind, chosen, exact, found, popular }: Data) {
  const others = kinds.filter((each) => each.kind !== kind && found[each.kind].count > 0)
  const narrowed = Object.keys(chosen).length > 0
  return (
    <div className="py-8">
      <p className="font-serif text-xl font-semibold wrap-anywhere">Nothing was found for “{q}”</p>
      <ul className="mt-4 list-disc space-y-1 ps-5 text-gray-600">
        {narrowed && (
          <li>
            <TextLink to={searchAddress({ q })}>Search everywhere</TextLink>, without the filters.
          </li>
        )}
        {exact && (
          <li>
            <TextLink to={searchAddress({ q })}>Allow for typing mistakes</TextLink>.
          </li>
        )}
        {others.map(({ kind: other, name }) => (
          <li key={other}>
            Look at{' '}
            <TextLink to={searchAddress({ q, kind: other, exact })}>
              {name.toLowerCase()} ({counted(found[other])})
            </TextLink>
            .
          </li>
        ))}
        <li>Check the spelling.</li>
        <li>Try fewer words, or more usual ones.</li>
      </ul>
      <Browse popular={popular} />
    </div>
  )
}
