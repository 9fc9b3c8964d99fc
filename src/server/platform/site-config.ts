/** Where the site is found, and how its addresses look. */
export type SiteConfig = {
  origin: string
  /** Begins and ends with a slash. */
  base: string
  mode: 'history' | 'hash'
  /** Where icons come from; our own route when empty. */
  iconHosts: string[]
}
