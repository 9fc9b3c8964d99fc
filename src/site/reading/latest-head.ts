import type { Head, HeadArgs } from '#site/page.ts'
import type { latestData } from './latest-data.ts'

type Data = Awaited<ReturnType<typeof latestData>>

/** With one filter, the canonical page is that of the category or tag; with two, there is none. */
export function head({ data: { first, category, tag }, site }: HeadArgs<Data>): Head {
  const own = tag ? `/tag/${encodeURIComponent(tag)}` : category && `/category/${encodeURIComponent(category)}`
  return {
    title: `${latestTitle(tag)} · ${site.name}`,
    description: `The newest stories on ${site.name}.`,
    path: own || '/latest',
    noIndex: !first || Boolean(category && tag),
    feeds: own || '/',
  }
}

export function latestTitle(tag: string | null) {
  return tag ? `Stories about ${tag.replaceAll('-', ' ')}` : 'Latest stories'
}
