import { runGuards } from '#site/guards/run-guards.ts'
import type { Middleware, Redirection, Visit } from './visit.ts'

/** On a new path the router scrolls the window to the top, and this every element that scrolls by itself. */
const scrollToTop: Middleware = ({ path, from, hash, afterwards }) => {
  if (from === null || hash !== '' || pathname(path) === pathname(from)) return undefined
  afterwards(() => {
    for (const box of document.querySelectorAll('.overflow-y-scroll')) box.scrollTop = 0
  })
  return undefined
}

const loadViewer: Middleware = async (visit) => {
  visit.viewer = await visit.findViewer()
  return undefined
}

/** A redirect within the site is a navigation, any other a full page load. */
const followRouteRules: Middleware = async ({ path, findRedirect }) => {
  const to = await findRedirect(pathname(path))
  return to === null ? undefined : { to, external: isExternal(to) }
}

const guardPage: Middleware = async ({ row, viewer, path }) => {
  const verdict = await runGuards(row?.guards ?? [], { viewer, path })
  return verdict === undefined || verdict === 'deny' ? verdict : { to: verdict.to, external: false }
}

/** The order is fixed by the specification. */
const middlewares: readonly Middleware[] = [scrollToTop, loadViewer, followRouteRules, guardPage]

/** Runs the middleware in order until one redirects or denies. */
export async function runMiddleware(visit: Visit): Promise<Redirection | undefined> {
  for (const middleware of middlewares) {
    const redirection = await middleware(visit)
    if (redirection) return redirection
  }
  return undefined
}

function pathname(path: string) {
  return path.split('?', 1)[0] ?? '/'
}

function isExternal(address: string) {
  return /^([a-z][a-z0-9+.-]*:|\/\/|\/api\/)/i.test(address)
}
