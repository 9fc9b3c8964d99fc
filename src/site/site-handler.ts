import type { Api, Boot } from './page.ts'
import type { IconData } from './ui/icon-source.ts'

/** The server's options for the site. */
type SiteOptions = {
  boot: Boot
  /** The public origin. */
  origin: string
  /** Vite's manifest; null in development. */
  manifest: unknown
  icon(name: string): IconData | undefined
}

/** One page request. `path` and `search` are as requested, without the base. */
export type SiteRequest = {
  path: string
  search: string
  api: Api
  requestId: string
  /** Receives faults for the log; the visitor sees no details. */
  onFault(error: unknown): void
}

export type Redirect = {
  kind: 'redirect'
  to: string
  external: boolean
  /** True for a permanent redirect. */
  forGood?: boolean
}
type SiteAnswer = { kind: 'content'; status: number; body: string } | Redirect

/** A refused request. `parameters` are the names of invalid query parameters. */
export type Refused = { status: number; message: string; code: string; parameters: string[] }

/** The server's interface to the site. */
export type SiteHandler = {
  /** Loads the code of every page ahead of the first request. */
  warm(): Promise<void>
  rules: Readonly<Record<string, { redirect: string }>>
  /** The cache key of a page: its path and declared query; null for an unknown path or a page that is never cached. */
  pageKey(path: string, search: string): { path: string; search: string } | null
  page(request: SiteRequest): Promise<SiteAnswer>
  payload(request: SiteRequest): Promise<SiteAnswer>
  /** The error page for a request that was refused. */
  refusal(request: SiteRequest, refused: Refused): Promise<SiteAnswer>
  /** The page of hash mode, which the browser fills. */
  emptyPage(request: SiteRequest): Promise<SiteAnswer>
}

export type CreateSite = (options: SiteOptions) => SiteHandler
