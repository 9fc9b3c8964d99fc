import type { UIMatch } from 'react-router'
import { isRouteErrorResponse } from 'react-router'
import type { Head, HeadArgs, Shell } from './page.ts'
import { type PageRow, soon } from './routes.ts'

type HeadHandle = { row: PageRow; head?: (args: HeadArgs) => Head }

/** What the page that is shown says about itself; an error speaks for itself. */
export function headOf(
  matches: readonly Pick<UIMatch, 'handle' | 'loaderData'>[],
  error: unknown,
  { site }: Shell,
): Head {
  if (error) return { title: `${errorTitle(error)} · ${site.name}`, noIndex: true }
  const match = matches.at(-1)
  if (!isHeadHandle(match?.handle)) return { title: site.name }
  const { row, head } = match.handle
  if (head) return head({ data: match.loaderData, site, row })
  return { title: `${row.title} · ${site.name}`, noIndex: row.page === soon }
}

export function errorTitle(error: unknown) {
  if (!isRouteErrorResponse(error)) return 'Internal Server Error'
  if (error.status === 410) return error.statusText
  return error.status === 404 ? 'Page Not Found' : 'Internal Server Error'
}

/** The row of the table that a match was made from. */
export function rowOf(handle: unknown): PageRow | null {
  return isHeadHandle(handle) ? handle.row : null
}

function isHeadHandle(handle: unknown): handle is HeadHandle {
  return typeof handle === 'object' && handle !== null && 'row' in handle
}
