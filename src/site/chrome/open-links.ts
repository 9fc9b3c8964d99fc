import type { Feature } from '#contract/settings/features.ts'
import type { Site } from '#contract/settings/site.ts'
import { ownLinks } from './nav-links.ts'

const featureOf = new Map<string, Feature>([
  ['/membership', 'membership'],
  ['/berrybasket', 'berries'],
])

/** Leaves out the pages of features that are switched off. */
function openLinks<Link extends { to: string }>({ switchedOff }: Site, links: readonly Link[]): Link[] {
  return links.filter(({ to }) => !switchedOff.some((feature) => feature === featureOf.get(to.replace(/[?#].*/, ''))))
}

/** The site with the links that its pages show. Only the server calls it, so that the first script stays small. */
export function withOpenLinks(site: Site): Site {
  const { navigation, footer } = site
  if (!site.switchedOff.some((feature) => [...featureOf.values()].includes(feature))) return site
  return {
    ...site,
    navigation: openLinks(site, navigation ?? ownLinks.main),
    footer: { ...footer, links: openLinks(site, footer.links ?? ownLinks.footer) },
  }
}
