import { isBuilt } from '#site/routes.ts'

/** Leaves out the pages that are not built yet. */
export function builtLinks<Link extends { to: string }>(links: readonly Link[]): Link[] {
  return links.filter(({ to }) => isBuilt(to))
}

/** The main navigation, in the header and in the menu of small screens. */
export const mainLinks = builtLinks([
  { to: '/latest', name: 'Latest' },
  { to: '/creators', name: 'Creators' },
  { to: '/topics', name: 'Topics' },
  { to: '/membership', name: 'Membership' },
])
