import type { Viewer } from '#contract/viewer.ts'
import type { PageRow } from '#site/routes.ts'

/** A person on the way to a page, in the browser or on the server. */
export type Visit = {
  /** Path and query, without the base address. */
  path: string
  row: PageRow | null
  /** Where they come from; null on the first page. */
  from: string | null
  hash: string
  viewer: Viewer | null
  findViewer(): Promise<Viewer | null>
  findRedirect(pathname: string): Promise<string | null>
  /** Runs once the new page is on the screen. */
  afterwards(task: () => void): void
}

/** Where a step sends them instead; `external` asks for a full page load. */
export type Redirection = { to: string; external: boolean } | 'deny'
export type Middleware = (visit: Visit) => Promise<Redirection | undefined> | Redirection | undefined
