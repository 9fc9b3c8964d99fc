import type { Middleware } from './visit.ts'

/** Asks the route rules for the path; a redirect within the site is a navigation, any other a full page load. */
export const followRouteRules: Middleware = async ({ path, findRedirect }) => {
  const to = await findRedirect(path.split('?', 1)[0] ?? '/')
  return to === null ? undefined : { to, external: isExternal(to) }
}

function isExternal(address: string) {
  return /^([a-z][a-z0-9+.-]*:|\/\/|\/api\/)/i.test(address)
}
