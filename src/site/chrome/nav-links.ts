import { useShell } from '#site/page.ts'
import { isBuilt } from '#site/routes.ts'

type NavLink = { to: string; name: string }

/** Leaves out the pages that are not built yet. */
export function builtLinks<Link extends { to: string }>(links: readonly Link[]): Link[] {
  return links.filter(({ to }) => isBuilt(to))
}

/** The navigation of a site that has not chosen its own links. */
export const ownLinks: { main: NavLink[]; footer: NavLink[] } = {
  main: builtLinks([
    { to: '/latest', name: 'Latest' },
    { to: '/creators', name: 'Creators' },
    { to: '/topics', name: 'Topics' },
    { to: '/membership', name: 'Membership' },
  ]),
  footer: builtLinks([
    { to: '/about', name: 'About' },
    { to: '/membership', name: 'Membership' },
    { to: '/berrybasket', name: 'Berries' },
    { to: '/analyticspagesview', name: 'Page views' },
    { to: '/shortcuts', name: 'Keyboard shortcuts' },
    { to: '/developers', name: 'Developers' },
    { to: '/privacypolicy', name: 'Privacy' },
    { to: '/termsandconditions', name: 'Terms' },
  ]),
}

/** The main navigation, in the header and in the menu of small screens; and the links of the footer. */
export function useNavigation(): { main: readonly NavLink[]; footer: readonly NavLink[] } {
  const { site } = useShell()
  return { main: site.navigation ?? ownLinks.main, footer: site.footer.links ?? ownLinks.footer }
}
