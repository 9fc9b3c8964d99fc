import type { Api, Boot } from './page.ts'
import type { IconData } from './ui/icon-source.ts'

/** What the server hands to the site when it starts. */
export type SiteOptions = {
  boot: Boot
  /** Where the site is found by others. */
  origin: string
  /** What the build wrote about its files; null while developing, when there is no build. */
  manifest: unknown
  icon(name: string): IconData | undefined
}

/** One visit over the wire. `path` and `search` are as the visitor wrote them, without the base address. */
export type SiteRequest = {
  path: string
  search: string
  api: Api
  requestId: string
  /** Told of what went wrong; the visitor is only told that something did. */
  onFault(error: unknown): void
}

export type Redirect = {
  kind: 'redirect'
  to: string
  external: boolean
  /** True when the old address will never lead anywhere else. */
  forGood?: boolean
}
export type SiteAnswer = { kind: 'content'; status: number; body: string } | Redirect

/** Everything the server knows about the site: it can tell pages apart and render them. */
export type SiteHandler = {
  /** Loads the code of every page, so that no visitor waits for it. */
  warm(): Promise<void>
  rules: Readonly<Record<string, { redirect: string }>>
  /** The path and the part of the query that the page reads; null for an address of no page, or of one that is not cached. */
  pageKey(path: string, search: string): { path: string; search: string } | null
  page(request: SiteRequest): Promise<SiteAnswer>
  payload(request: SiteRequest): Promise<SiteAnswer>
  /** What a visitor sees when the request itself was refused. */
  refusal(request: SiteRequest, refused: { status: number; message: string }): Promise<SiteAnswer>
  /** The page of hash mode: empty, until the browser knows which part of the address it is for. */
  emptyPage(request: SiteRequest): Promise<SiteAnswer>
}

export type CreateSite = (options: SiteOptions) => SiteHandler
