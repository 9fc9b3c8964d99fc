// No zod here, so that the browser bundle does not include it.
export const sitePageNames = ['about', 'privacy', 'terms'] as const
export type SitePageName = (typeof sitePageNames)[number]

/** The fixed name and path of each page. Its title can be edited. */
export const sitePages: Record<SitePageName, { name: string; path: `/${string}`; showsDate: boolean }> = {
  about: { name: 'About', path: '/about', showsDate: false },
  privacy: { name: 'Privacy policy', path: '/privacypolicy', showsDate: true },
  terms: { name: 'Terms and conditions', path: '/termsandconditions', showsDate: true },
}

/** Stands for the name of the site in the text of a page. */
export const SITE_PLACEHOLDER = '{site}'

export function withSiteName(text: string, name: string) {
  // A function, because `$&` in a name would be replaced too.
  return text.replaceAll(SITE_PLACEHOLDER, () => name)
}

export const MAX_PUBLISH_NOTE = 500

export function isSitePageName(name: unknown): name is SitePageName {
  return sitePageNames.some((known) => known === name)
}
