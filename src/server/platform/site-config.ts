export type SiteConfig = {
  origin: string
  /** Starts and ends with a slash. */
  base: string
  mode: 'history' | 'hash'
  /** Hosts to fetch icons from; the site's own route when empty. */
  iconHosts: string[]
}
