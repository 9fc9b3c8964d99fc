import type { Viewer } from '#contract/viewer.ts'
import type { StaticHandlerContext } from 'react-router'
import type { PageState } from './page-data.ts'
import type { Api, Boot, Shell } from './page.ts'
import type { Marks, Subjects } from './rendering/marks.ts'
import type { Gap } from './rendering/gaps.ts'
import type { PageRow } from './routes.ts'
import type { IconData } from './ui/icon-source.ts'

/** The server's options for the site. */
type SiteOptions = {
  boot: Boot
  /** The public origin. */
  origin: string
  /** Vite's manifest; null in development. */
  manifest: unknown
  icon(name: string): IconData | undefined
  /** The ID with which the site is registered at the outside analytics service. */
  measurementId: string | null
}

/** One page request. `path` and `search` are as requested, without the base. */
export type SiteRequest = {
  path: string
  search: string
  api: Api
  requestId: string
  /** Set for the page that all members share: it is loaded for a placeholder viewer. */
  shared?: boolean
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
export type SiteContent = { kind: 'content'; status: number; body: string }

/** A page with its data, ready to be rendered. */
export type SitePage = {
  kind: 'page'
  status: number
  row: PageRow | null
  result: StaticHandlerContext
  state: PageState
}

/** Which readers of a page share its data and its HTML. `own`: not shared; the page of each reader is cached for them. */
export type MemberPages = 'shared' | 'own'

/** A refused request. `parameters` are the names of invalid query parameters. */
export type Refused = { status: number; message: string; code: string; parameters: string[] }

export type { Marks, Subjects }

export type Gapped = { pieces: string[]; gaps: string[] }

/** The server's interface to the site. */
export type SiteHandler = {
  /** Loads the code of every page ahead of the first request. */
  warm(): Promise<void>
  rules: Readonly<Record<string, { redirect: string }>>
  /** The cache key of a page: its path and declared query; null for an unknown path or a page that is never cached. */
  pageKey(path: string, search: string): { path: string; search: string; members: MemberPages | null } | null
  /** The pattern of the page with this path, such as `/story/:article`. Null for an unknown path. */
  pagePattern(path: string): string | null
  /** Runs the middleware and loads the data. */
  load(request: SiteRequest): Promise<SitePage | Redirect>
  html(page: SitePage): string
  /** The data for a client-side navigation. */
  payload(page: SitePage | Redirect): string
  /** The page after a component threw. */
  fault(request: SiteRequest, page: SitePage, error: unknown): SiteContent
  /** What readers may have marked on a page. */
  subjectsOf(page: SitePage): Subjects
  /** The shared page for members with the same marks, as text between gaps. */
  membersHtml(page: SitePage, marks: Marks): Gapped
  membersPayload(page: SitePage, marks: Marks): Gapped
  /** The content of the gaps for one person. */
  gapsFor(person: PersonalState): Record<Gap, string>
  /** The error page for a request that was refused. */
  refusal(request: SiteRequest, refused: Refused): Promise<SiteContent>
  /** The page of hash mode, which the browser fills. */
  emptyPage(request: SiteRequest): Promise<SiteContent>
}

export type PersonalState = { viewer: Viewer } & Required<Pick<Shell, 'notifications' | 'announcements'>>

export type CreateSite = (options: SiteOptions) => SiteHandler
