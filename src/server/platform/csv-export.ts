import { Readable } from 'node:stream'
import { z } from 'zod'
import type { EndpointKey } from '#contract/endpoints.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Api, Caller } from './api.ts'
import { callerOf, fastifyPath } from './api-routes.ts'
import type { Ctx } from './ctx.ts'
import type { Http } from './http.ts'
import type { SiteConfig } from './site-config.ts'

const PAGE = 100
/** Spreadsheets read UTF-8 with a byte order mark only. */
const BOM = '\uFEFF'

const Query = z.record(z.string(), z.unknown())
const Params = z.record(z.string(), z.string())
type Input = { params: z.infer<typeof Params>; query: z.infer<typeof Query> }
type Read<Found> = (api: Api, input: Input, caller: Caller) => Promise<Found>
type Column<Item> = readonly [header: string, value: (item: Item) => unknown]
export type CsvExport = {
  key: EndpointKey
  /** Without its extension, by default the last part of the path. `{name}` is a parameter of the path. */
  fileName?: string
  header: string
  lines(api: Api, input: Input, caller: Caller): AsyncGenerator<string>
}

/** The export of a list: every page of its endpoint, so that access, filters and order are those of the list. */
export function defineCsvExport<Item>(
  key: EndpointKey,
  read: Read<PageOf<Item>>,
  columns: readonly Column<Item>[],
): CsvExport {
  return {
    key,
    header: csvHeader(columns),
    async *lines(api, { params, query }, caller) {
      let before: string | null | undefined
      do {
        const page = await read(api, { params, query: { ...query, limit: PAGE, ...(before && { before }) } }, caller)
        yield csvRows(page.items, columns)
        before = page.next
      } while (before)
    },
  }
}

/** The export of an endpoint that replies with the whole list. */
export function defineWholeCsvExport<Item>(
  key: EndpointKey,
  read: Read<readonly Item[]>,
  columns: readonly Column<Item>[],
): CsvExport {
  return {
    key,
    header: csvHeader(columns),
    async *lines(api, input, caller) {
      yield csvRows(await read(api, input, caller), columns)
    },
  }
}

function csvHeader<Item>(columns: readonly Column<Item>[]) {
  return BOM + csvLine(columns.map(([name]) => name))
}

function csvRows<Item>(items: readonly Item[], columns: readonly Column<Item>[]) {
  return items.map((item) => csvLine(columns.map(([, value]) => value(item)))).join('')
}

/** Mounts `/api/…/list.csv` beside each list. Admins follow it as a link, so the session cookie is enough. */
export function mountCsvExports(
  app: Http,
  {
    api,
    site,
    exports,
    onExported,
  }: {
    api: Api
    site: SiteConfig
    exports: readonly CsvExport[]
    onExported(ctx: Ctx, key: EndpointKey): Promise<void>
  },
) {
  for (const { key, header, lines, fileName = key.split('/').at(-1) ?? '' } of exports) {
    const path = fastifyPath(key.replace('GET ', ''))
    app.get(`${site.base}${path.slice(1)}.csv`, async (request, reply) => {
      const caller = callerOf(request, reply, site)
      const params = Params.parse(request.params)
      const rows = lines(api, { params, query: Query.parse(request.query) }, caller)
      // The first page checks access and the query before the response starts.
      const first = await rows.next()
      const person = await caller.identified
      await onExported({ ...api.ctxOf(caller), viewer: person?.viewer ?? null }, key)
      const name = `${fileName.replace(/\{(\w+)\}/g, (_, param: string) => params[param] ?? '')}.csv`
      reply.header('content-type', 'text/csv; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="${name}"`)
      reply.header('cache-control', 'no-store')
      // The pages of one export count as one request.
      caller.counted = true
      return reply.send(Readable.from(withFirst(header + (first.value ?? ''), rows)))
    })
  }
}

async function* withFirst(first: string, rest: AsyncGenerator<string>) {
  yield first
  yield* rest
}

/** A line of RFC 4180. A cell that a spreadsheet would run as a formula is quoted with an apostrophe. */
export function csvLine(cells: readonly unknown[]) {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: unknown) {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = /^[=+\-@\t\r]/.test(text) && typeof value !== 'number' ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
