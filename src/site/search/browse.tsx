import type { TagResult } from '#contract/search.ts'
import { useShell } from '#site/page.ts'
import { PillLink } from '#site/ui/pill-link.tsx'
import { Button } from '#site/ui/button.tsx'
import { clearRecentSearches, useRecentSearches } from './recent-searches.ts'
import { searchAddress } from './search-address.ts'

/** Shown for an empty query or no results. */
export function Browse({ popular }: { popular: readonly TagResult[] }) {
  const { site } = useShell()
  return (
    <>
      {popular.length > 0 && (
        <Pills
          title="Popular topics"
          links={popular.map(({ slug, name }) => ({ to: `/tag/${encodeURIComponent(slug)}`, name }))}
        />
      )}
      {site.categories.length > 0 && (
        <Pills
          title="Categories"
          links={site.categories.map(({ slug, name }) => ({ to: `/category/${slug}`, name }))}
        />
      )}
    </>
  )
}

export function RecentSearches() {
  const recent = useRecentSearches()
  if (recent.length === 0) return null
  return (
    <>
      <Pills title="Recent searches" links={recent.map((q) => ({ to: searchAddress({ q }), name: q }))} />
      <Button tone="plain" size="sm" className="mt-2 -ms-3.5" onClick={clearRecentSearches}>
        Clear recent searches
      </Button>
    </>
  )
}

function Pills({ title, links }: { title: string; links: readonly { to: string; name: string }[] }) {
  return (
    <section className="mt-8">
      <h2 className="text-sm font-medium text-gray-900">{title}</h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {links.map(({ to, name }) => (
          <li key={to} className="max-w-full">
            <PillLink to={to} current={false}>
              {name.length > 40 ? `${name.slice(0, 40)}…` : name}
            </PillLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
