import { useEffect } from 'react'
import { track } from '#site/analytics/track.ts'
import { type Head, type HeadArgs, usePageData } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { ActiveFacets, Facets } from './facets.tsx'
import { CategoryResults, CreatorResults, TagResults } from './name-results.tsx'
import { StoryResults } from './story-results.tsx'
import { NoResults } from './no-results.tsx'
import { addRecentSearch } from './recent-searches.ts'
import { SearchBox } from './search-box.tsx'
import { searchAddress } from './search-address.ts'
import type { searchData } from './search-data.ts'
import { SearchTabs, formatCount } from './search-tabs.tsx'
import { Browse, RecentSearches } from './browse.tsx'

type Data = Awaited<ReturnType<typeof searchData>>

const MAX_TERM = 100
/** The last search that was reported in this document. Only written in the browser. */
let lastTerm = ''

export function head({ data: { q }, site }: HeadArgs<Data>): Head {
  return {
    title: `${q ? `${q} · ` : ''}Search · ${site.name}`,
    description: `Find stories, creators, tags and categories on ${site.name}.`,
    noIndex: q !== '',
  }
}

export default function SearchPage() {
  const data = usePageData<typeof searchData>()
  const { q, kind, exact, found, popular } = data
  const results = found.stories.count + found.creators.count + found.tags.count + found.categories.count
  useEffect(() => addRecentSearch(q), [q])
  useEffect(() => {
    const term = q.trim().slice(0, MAX_TERM).trim()
    // Narrowing a search is not another one, nor is going back to it.
    if (term === '' || term === lastTerm) return
    lastTerm = term
    track({ kind: 'search', term, results })
  }, [q, results])
  return (
    <div className="mx-auto max-w-page px-5 pt-8 sm:pt-12">
      <h1 className={q ? 'sr-only' : 'mb-4 font-serif text-2xl font-semibold sm:text-3xl'}>
        {q ? `Search results for ${q}` : 'Search'}
      </h1>
      <div className="rounded-lg border border-gray-300 ps-4 pe-2 focus-within:border-primary-600 focus-within:outline-2 focus-within:outline-primary-600">
        {/* The key resets the field on a new search. */}
        <SearchBox key={q} q={q} floating>
          <Button type="submit" size="sm">
            Search
          </Button>
        </SearchBox>
      </div>
      {q === '' ? (
        <>
          <RecentSearches />
          <Browse popular={popular} />
        </>
      ) : (
        <>
          <div className="mt-4">
            <SearchTabs q={q} exact={exact} current={kind} found={found} />
          </div>
          <CorrectedQuery {...data} />
          <Results {...data} />
        </>
      )}
    </div>
  )
}

function CorrectedQuery({ q, instead }: Data) {
  if (instead === null) return null
  return (
    <p className="pt-5 wrap-anywhere">
      Showing results for <strong>{instead}</strong>.{' '}
      <TextLink to={searchAddress({ q, exact: true })}>Search for “{q}” as typed</TextLink>
    </p>
  )
}

function Results(data: Data) {
  const { q, kind, chosen, exact, facets, found, first, next } = data
  const narrowing = { q, exact, chosen, facets }
  const nothing = found[kind].count === 0
  if (kind !== 'stories') return nothing ? <NoResults {...data} /> : <NameResults {...data} />
  return (
    <>
      <ActiveFacets {...narrowing} />
      {nothing ? (
        <NoResults {...data} />
      ) : (
        <div className="lg:flex lg:flex-row-reverse lg:gap-12">
          <Facets {...narrowing} />
          <div className="min-w-0 flex-1">
            <output className="block pt-5 text-sm text-gray-600">
              {formatCount(found.stories)} {found.stories.count === 1 ? 'story' : 'stories'}
            </output>
            <StoryResults stories={data.stories} />
            <Pagination
              label="More results"
              byTime={false}
              first={first ? null : searchAddress({ q, exact, ...chosen })}
              next={next && searchAddress({ q, exact, ...chosen, before: next })}
            />
          </div>
        </div>
      )}
    </>
  )
}

function NameResults({ kind, creators, tags, categories, found }: Data) {
  return (
    <div className="max-w-3xl pt-4">
      {kind === 'creators' && <CreatorResults creators={creators} />}
      {kind === 'tags' && <TagResults tags={tags} />}
      {kind === 'categories' && <CategoryResults categories={categories} />}
      {found[kind].more && (
        <p className="py-4 text-sm text-gray-600">
          Showing the first {found[kind].count} results. Add words to narrow your search.
        </p>
      )}
    </div>
  )
}
