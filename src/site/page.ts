import { createContext, useContext } from 'react'
import { type Params, useLoaderData, useRouteLoaderData } from 'react-router'
import type { EndpointKey, Reply, Sent } from '#contract/endpoints.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Person } from '#contract/people.ts'
import type { Category, Story } from '#contract/reading.ts'
import type { Site } from '#contract/settings.ts'
import type { PageRow } from './routes.ts'

/** What a page says about itself to the browser's bar, to search engines and to those who share it. */
export type Head = {
  title: string
  description?: string
  /** Where the page is, without what does not matter of its query. A page without parameters need not say. */
  path?: string
  /** Another address that counts instead. */
  canonical?: string | null
  noIndex?: boolean
  /** The path that the feeds of what is listed are below; `/` for those of the whole site. */
  feeds?: string
  /** Whom or what it is about, for machines; what they are told is put together on the server only. */
  story?: Story
  person?: Person
  category?: Category
}

export type HeadArgs<Data = unknown> = { data: Data; site: Site; row: PageRow }

/** What a `*-page.tsx` exports. */
export type PageModule = {
  default: React.ComponentType
  head?: (args: HeadArgs<never>) => Head
}

export type Api = <K extends EndpointKey>(
  key: K,
  ...input: Record<never, never> extends Sent<K> ? [Sent<K>?] : [Sent<K>]
) => Promise<Reply<K>>

/** What a data function gets. It runs on the server only. */
export type DataArgs = {
  /** Path and query as the visitor wrote them. */
  path: string
  params: Params
  /** The part of the query that the page declares. */
  query: Record<string, string>
  api: Api
  viewer: Viewer | null
}

// oxlint-disable-next-line typescript/no-explicit-any -- a data function may return whatever JSON can carry
type DataFunction = (args: DataArgs) => Promise<any>

/** The page's data, typed by the function that made it. */
export function usePageData<F extends DataFunction>(): Awaited<ReturnType<F>> {
  return useLoaderData() as Awaited<ReturnType<F>>
}

/** What every page shares: the site's own words and the person who looks. */
export type Shell = {
  site: Site
  viewer: Viewer | null
  /** How many notifications the viewer has not read, and the number of their last change. */
  notifications?: { unread: number; lastSeq: number }
}

/** The person that this device remembers, for a page that was opened without a network and so came without a viewer. */
export const DeviceViewerContext = createContext<Viewer | null>(null)

export function useShell(): Shell {
  const shell = useRouteLoaderData<Shell>('root') ?? emptyShell
  const viewer = useContext(DeviceViewerContext)
  return viewer && !shell.viewer ? { ...shell, viewer } : shell
}

export function isShell(value: unknown): value is Shell {
  return typeof value === 'object' && value !== null && 'site' in value
}

/** For an error so early that nothing could be loaded. */
export const emptyShell: Shell = { site: { name: 'Bramble', tagline: '', categories: [] }, viewer: null }

/** What the server decided once for all pages. */
export type Boot = {
  base: string
  mode: 'history' | 'hash'
  build: string
  iconHosts: string[]
  /** Where uploads go. */
  bucket: string
  development: boolean
}

export const BootContext = createContext<Boot>({
  base: '/',
  mode: 'history',
  build: '',
  iconHosts: [],
  bucket: '',
  development: false,
})

export function useBoot() {
  return useContext(BootContext)
}

/** How components call the API. A test hands them another. */
export const ApiContext = createContext<Api>(() => Promise.reject(new Error('There is no API here')))

export function useApi() {
  return useContext(ApiContext)
}
