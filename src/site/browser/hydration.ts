import { type HydrationState, type RouteObject, matchRoutes } from 'react-router'
import { runGuards } from '#site/guards/run-guards.ts'
import { isShell } from '#site/page.ts'
import { matchedRow } from '#site/router.tsx'
import type { PageRow } from '#site/routes.ts'
import type { PageState } from '#site/page-data.ts'
import { pathnameOf } from './urls.ts'

/**
 * The server's data, for the router to start from. The code of the page is loaded first: otherwise
 * the router would fetch the data again and the first render would not match the server's.
 * `denied`: a guard refuses the page that the server rendered.
 */
export async function hydrationState(
  { loaderData, errors }: PageState,
  { routes, rows, path }: { routes: RouteObject[]; rows: readonly PageRow[]; path: string },
): Promise<HydrationState & { denied: boolean }> {
  const matches = matchRoutes(routes, pathnameOf(path)) ?? []
  for (const { route } of matches) {
    if (typeof route.lazy !== 'function') continue
    Object.assign(route, await route.lazy(), { lazy: undefined })
  }
  if (errors) return { loaderData, errors, denied: false }
  const root = loaderData['root']
  const viewer = isShell(root) ? root.viewer : null
  const verdict = await runGuards(matchedRow(rows, matches)?.guards ?? [], { viewer, path })
  return { loaderData, errors: null, denied: verdict !== undefined }
}
