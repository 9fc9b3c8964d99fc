import { runGuards } from '#site/guards/run-guards.ts'
import { followRouteRules } from './follow-route-rules.ts'
import { loadViewer } from './load-viewer.ts'
import { scrollToTop } from './scroll-to-top.ts'
import type { Redirection, Middleware, Visit } from './visit.ts'

const guardPage: Middleware = async ({ row, viewer, path }) => {
  const verdict = await runGuards(row?.guards ?? [], { viewer, path })
  return verdict === undefined || verdict === 'deny' ? verdict : { to: verdict.to, external: false }
}

/** What happens on every way to a page, in this order: the global steps, then the page's own guards. */
export const steps: readonly Middleware[] = [scrollToTop, loadViewer, followRouteRules, guardPage]

/** Takes the steps until one sends the visitor elsewhere. */
export async function runMiddleware(visit: Visit): Promise<Redirection | undefined> {
  for (const step of steps) {
    const detour = await step(visit)
    if (detour) return detour
  }
  return undefined
}
