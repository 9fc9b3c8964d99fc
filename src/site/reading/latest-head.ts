import type { Head, HeadArgs } from '#site/page.ts'
import type { latestData } from './latest-data.ts'

type Data = Awaited<ReturnType<typeof latestData>>

/** The list narrowed to one thing is the list of that thing's own page; narrowed twice, it is nobody's. */
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
