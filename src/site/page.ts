import { createContext, useContext } from 'react'
import { type Params, useLoaderData, useRouteLoaderData } from 'react-router'
import type { EndpointKey, Reply, Sent } from '#contract/endpoints.ts'
import type { Announcement } from '#contract/banners.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Person } from '#contract/people.ts'
import type { Category, Story } from '#contract/reading.ts'
import { defaultSite } from '#contract/settings/default-site.ts'
import type { Site } from '#contract/settings/site.ts'
import { type Services, ownServices } from '#contract/firebase/services.ts'
import type { PageRow } from './routes.ts'

/** The metadata of a page for the browser, search engines and link previews. */
export type Head = {
  title: string
  description?: string
  /** The canonical path with the relevant query. Optional for a page without parameters. */
  path?: string
  /** A canonical URL on another site. */
  canonical?: string | null
  noIndex?: boolean
  /** The path of the page's feeds; `/` for the feeds of the whole site. */
  feeds?: string
  /** The subject of the page, for structured data, which only the server renders. */
  story?: Story
  person?: Person
  category?: Category
}

export type HeadArgs<Data = unknown> = { data: Data; site: Site; row: PageRow }

/** The exports of a `*-page.tsx`. */
export type PageModule = {
  default: React.ComponentType
  head?: (args: HeadArgs<never>) => Head
}

export type Api = <K extends EndpointKey>(
  key: K,
  ...input: Record<never, never> extends Sent<K> ? [Sent<K>?] : [Sent<K>]
) => Promise<Reply<K>>

/** The arguments of a data function. It runs on the server only. */
export type DataArgs = {
  /** Path and query as requested. */
  path: string
  params: Params
  /** The query parameters that the page declares. */
  query: Record<string, string>
  api: Api
  viewer: Viewer | null
}

// oxlint-disable-next-line typescript/no-explicit-any -- a data function may return whatever JSON can carry
type DataFunction = (args: DataArgs) => Promise<any>

/** The page's data, typed by its data function. */
export function usePageData<F extends DataFunction>(): Awaited<ReturnType<F>> {
  return useLoaderData() as Awaited<ReturnType<F>>
}

/** The data that all pages share. */
export type Shell = {
  site: Site
  viewer: Viewer | null
  /** Set if the page was stored for offline reading, for any visitor. */
  stored?: true
  /** The number of unread notifications, and the sequence number of their last change. */
  notifications?: { unread: number; lastSeq: number }
  /** For this viewer, most important first. */
  announcements?: Announcement[]
}

/** The viewer stored on this device, for a page that was opened offline and has none. */
export const DeviceViewerContext = createContext<Viewer | null>(null)

export function useShell(): Shell {
  const shell = useRouteLoaderData<Shell>('root') ?? emptyShell
  const viewer = useContext(DeviceViewerContext)
  return viewer && !shell.viewer ? { ...shell, viewer } : shell
}

export function isShell(value: unknown): value is Shell {
  return typeof value === 'object' && value !== null && 'site' in value
}

/** For an error before any data was loaded. */
export const emptyShell: Shell = { site: { ...defaultSite, tagline: '' }, viewer: null }

/** Server settings that all pages share. */
export type Boot = {
  base: string
  mode: 'history' | 'hash'
  build: string
  iconHosts: string[]
  /** The storage bucket. */
  bucket: string
  services: Services
  development: boolean
}

export const BootContext = createContext<Boot>({
  base: '/',
  mode: 'history',
  build: '',
  iconHosts: [],
  bucket: '',
  services: ownServices,
  development: false,
})

/** What precedes a path of the site in the addresses of its links. */
export function linkPrefixOf({ base, mode }: Pick<Boot, 'base' | 'mode'>) {
  return mode === 'hash' ? '#' : base.slice(0, -1)
}

export function useBoot() {
  return useContext(BootContext)
}

/** The API for components; tests provide their own. */
export const ApiContext = createContext<Api>(() => Promise.reject(new Error('There is no API here')))

export function useApi() {
  return useContext(ApiContext)
}
