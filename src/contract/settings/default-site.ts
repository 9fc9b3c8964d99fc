import type { Site } from './site.ts'

/** The green of the design system: `primary-700` in tokens.css. */
export const DEFAULT_ACCENT = '#15803d'

/** A site whose settings were never changed. Null links are the site’s own. */
export const defaultSite: Site = {
  name: 'Bramble',
  tagline: 'A place to publish and read stories',
  logo: null,
  icon: null,
  accent: DEFAULT_ACCENT,
  navigation: null,
  footer: { text: '', links: null },
  socialCards: { covers: true, account: '', picture: null },
  switchedOff: [],
  signUp: 'open',
  categories: [],
}
