import { isBuilt } from '#site/routes.ts'

/** Leaves out the pages that are not built yet. Every menu is filtered with it. */
export function builtPlaces<Place extends { to: string }>(places: readonly Place[]): Place[] {
  return places.filter(({ to }) => isBuilt(to))
}

/** The main navigation, in the header and in the menu of small screens. */
export const mainPlaces = builtPlaces([
  { to: '/latest', name: 'Latest' },
  { to: '/creators', name: 'Creators' },
  { to: '/topics', name: 'Topics' },
  { to: '/membership', name: 'Membership' },
])
