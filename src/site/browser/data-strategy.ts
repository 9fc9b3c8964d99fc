import { type DataStrategyFunction, type DataStrategyResult, redirect, redirectDocument } from 'react-router'
import type { Viewer } from '#contract/viewer.ts'
import { unreachablePage } from '#site/errors/describe-error.ts'
import { deniedPage } from '#site/errors/page-not-found.ts'
import { runMiddleware } from '#site/middleware/order.ts'
import { matchedRow } from '#site/router.tsx'
import { type Shell, isShell } from '#site/page.ts'
import type { PageRow } from '#site/routes.ts'
import type { PageState, Payload, WireError } from '#site/page-data.ts'
import { afterwards } from './after-navigation.ts'

export type StrategyOptions = {
  rows: readonly PageRow[]
  /** The URL of a path of this site. */
  addressOf(path: string): string
  pathOf(url: URL): string
  /** The shown page; null before the first one. */
  here(): { path: string; shell: Shell } | null
  /** The fragment of the target. */
  nextHash(): string
  takePayload(path: string, signal: AbortSignal): Promise<Payload>
  findRedirect(pathname: string): Promise<string | null>
  /** True when a newer build is available: the next navigation is a full page load. */
  outdated(): boolean
  /** Called when a page's code cannot be loaded; returns true when it reloads. */
  codeMissing(address: string): Promise<boolean>
}

/** Handles every navigation: the middleware in order, then all data of the page in one request. */
export function createDataStrategy(navigation: StrategyOptions): DataStrategyFunction {
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
        findViewer: async () => here?.shell.viewer ?? null,
        findRedirect: navigation.findRedirect,
        afterwards,
      })
      // The viewer is not known before the first payload; the server runs the same guards.
      if (detour === 'deny' && here) return failed(here.shell, deniedPage())
      if (detour && detour !== 'deny' && here)
        return { leave: detour.external ? redirectDocument(external(detour.to)) : redirect(detour.to) }
      const payload = await navigation.takePayload(path, request.signal).catch((error: unknown) => {
        const unreachable = here && !request.signal.aborted && unreachablePage(error)
        if (!unreachable) throw error
        return failed(here.shell, unreachable)
      })
      if (!payload.redirect) return payload.stored ? withViewer(payload, here?.shell.viewer ?? null) : payload
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
    return Object.fromEntries(
      entries.map(([id, result]) => [
        id,
        isMissingCode(result) ? { ...result, result: unreachablePage(result.result) ?? result.result } : result,
      ]),
    )
  }

  function external(to: string) {
    return to.startsWith('/') ? navigation.addressOf(to) : to
  }
}

/** Stored payloads are rendered for visitors: add the current viewer, and remove announcements, which may have ended. */
function withViewer({ loaderData, errors }: PageState, viewer: Viewer | null) {
  const { root } = loaderData
  if (!isShell(root)) return { errors, loaderData }
  return { errors, loaderData: { ...loaderData, root: { ...root, viewer, stored: true, announcements: [] } } }
}

/** An error page inside the header and footer of the page that was shown. */
function failed(shell: Shell, error: WireError): Extract<Payload, PageState> {
  return { errors: { frame: error }, loaderData: { root: shell } }
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

/** A chunk is missing because a newer build replaced it. The message differs between browsers. */
function isMissingCode({ type, result }: DataStrategyResult) {
  const words = /dynamically imported module|importing a module script failed|unable to preload/i
  return type === 'error' && result instanceof Error && words.test(result.message)
}
