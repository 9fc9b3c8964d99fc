import { DEFAULT_ACCENT } from './palette.ts'
import type { Site } from './site.ts'

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
