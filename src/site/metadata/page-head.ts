import type { UIMatch } from 'react-router'
import { errorTitle, isHeadHandle } from '#site/head.ts'
import type { Head, Shell } from '#site/page.ts'
import { COMING_SOON } from '#site/routes.ts'

export type Shown = readonly Pick<UIMatch, 'handle' | 'loaderData'>[]

/** What the page that is shown says about itself; an error speaks for itself. */
export function headOf(matches: Shown, error: unknown, { site }: Shell): Head {
  if (error) return { title: `${errorTitle(error)} · ${site.name}`, noIndex: true }
  const match = matches.at(-1)
  if (!isHeadHandle(match?.handle)) return { title: site.name }
  const { row, head } = match.handle
  const path = row.path.includes(':') ? '' : row.path
  if (head) return { path, ...head({ data: match.loaderData, site, row }) }
  return { path, title: `${row.title} · ${site.name}`, noIndex: row.page === COMING_SOON }
}

/** The address that counts for a page, below the site's own; none for what search engines should not keep. */
export function canonicalOf({ canonical, path, noIndex }: Head, home: string) {
  return noIndex ? '' : canonical || (path && home + path.slice(1)) || ''
}
