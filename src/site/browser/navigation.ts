import { type DataStrategyFunction, type DataStrategyResult, redirect, redirectDocument } from 'react-router'
import type { Viewer } from '#contract/viewer.ts'
import { deniedPage } from '#site/errors/page-not-found.ts'
import { runMiddleware } from '#site/middleware/order.ts'
import { matchedRow } from '#site/router.tsx'
import type { PageRow } from '#site/routes.ts'
import type { Payload } from '#site/wire.ts'
import { afterwards } from './afterwards.ts'

export type Navigation = {
  rows: readonly PageRow[]
  /** The address of a path of this site, as the browser's bar shows it. */
  addressOf(path: string): string
  pathOf(url: URL): string
  here(): { path: string; viewer: Viewer | null } | null
  /** The part behind the `#` of where the visitor is going. */
  nextHash(): string
  takePayload(path: string, signal: AbortSignal): Promise<Payload>
  findRedirect(pathname: string): Promise<string | null>
  /** True when a newer build waits: the next page is loaded whole. */
  outdated(): boolean
  /** Told when a page's code cannot be fetched; true when it takes care of it by reloading. */
  codeMissing(address: string): Promise<boolean>
}

/** One way for every navigation: the steps in their order, then all the data of the page in one request. */
export function createDataStrategy(navigation: Navigation): DataStrategyFunction {
  return async ({ request, matches }) => {
    const path = navigation.pathOf(new URL(request.url))
    const address = navigation.addressOf(path)
    const arrive = async (): Promise<Arrival> => {
      if (navigation.outdated()) return { leave: redirectDocument(address) }
      const here = navigation.here()
      const detour = await runMiddleware({
        path,
        row: matchedRow(navigation.rows, matches),
        from: here?.path ?? null,
        hash: navigation.nextHash(),
        viewer: null,
        findViewer: async () => here?.viewer ?? null,
        findRedirect: navigation.findRedirect,
        afterwards,
      })
      // On the first page nobody here knows yet who asks; the server does, and says the same with its data.
      if (detour === 'deny' && here) return { errors: { frame: deniedPage() }, loaderData: {} }
      if (detour && detour !== 'deny' && here)
        return { leave: detour.external ? redirectDocument(external(detour.to)) : redirect(detour.to) }
      const payload = await navigation.takePayload(path, request.signal)
      if (!payload.redirect) return payload
      const { to, external: outside } = payload.redirect
      return { leave: outside ? redirectDocument(external(to)) : redirect(to) }
    }

    const arrival = arrive()
    const entries = await Promise.all(
      matches.map(
        async (match) => [match.route.id, await match.resolve(() => dataFor(match.route.id, arrival))] as const,
      ),
    )
    if (entries.some(([, result]) => isMissingCode(result)) && (await navigation.codeMissing(address)))
      return new Promise(() => {})
    return Object.fromEntries(entries)
  }

  function external(to: string) {
    return to.startsWith('/') ? navigation.addressOf(to) : to
  }
}

type Arrival =
  | { leave: Response; errors?: undefined }
  | { leave?: undefined; errors: Record<string, unknown> | null; loaderData: Record<string, unknown> }

async function dataFor(id: string, arrival: Promise<Arrival>) {
  const arrived = await arrival
  if (arrived.leave) throw arrived.leave
  if (arrived.errors && id in arrived.errors) throw arrived.errors[id]
  return arrived.loaderData[id] ?? null
}

/** Browsers word it differently: a chunk that a newer build has replaced is not there any more. */
function isMissingCode({ type, result }: DataStrategyResult) {
  const words = /dynamically imported module|importing a module script failed|unable to preload/i
  return type === 'error' && result instanceof Error && words.test(result.message)
}
