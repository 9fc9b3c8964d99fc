import type { Boot } from './page.ts'
import type { IconData } from './ui/icon-source.ts'

/** A serialized error: only what an error screen may show. */
export type WireError = { status: number; statusText: string; internal: boolean; data: unknown }

/** The data of a page, for hydration. */
export type PageState = { loaderData: Record<string, unknown>; errors: Record<string, WireError> | null }

export type DataBlock = PageState & { boot: Boot; icons: Record<string, IconData> }

/** The data of a page for a client-side navigation. */
export type Payload =
  | (PageState & {
      redirect?: undefined
      /** Set by the service worker in payloads that it has stored. */
      stored?: true
    })
  | { redirect: { to: string; external: boolean } }

/** The text of a story is in the page already; the data block refers to its element. */
export const HTML_ID = 'story-html'
const HTML_MARKER = { $html: HTML_ID }
const inPage = new WeakSet<object>()

/** For a data function whose page renders this `html` into the element HTML_ID: the data block then does not repeat it. */
export function markHtml<Data extends { html: string }>(data: Data): Data {
  inPage.add(data)
  return data
}

/** For a changed copy of marked data. */
export function copyMark<Data extends object>(from: object, copy: Data): Data {
  if (inPage.has(from)) inPage.add(copy)
  return copy
}

/** JSON for a script element: without `<`, so that nothing can close the element. */
export function toPageJson({ loaderData, ...rest }: DataBlock) {
  const marked = mapValues(loaderData, (value) => (inPage.has(value) ? { ...value, html: HTML_MARKER } : value))
  return insideScript(JSON.stringify({ loaderData: marked, ...rest }))
}

export function insideScript(json: string) {
  // Plain strings: a pattern with a function takes more than twice as long.
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** Parses the data block and restores the text from the page. */
export function fromPageJson(json: string, htmlOf: (id: string) => string): DataBlock {
  const { loaderData, ...rest } = JSON.parse(json)
  const restored = mapValues(loaderData ?? {}, (value) => {
    const id = 'html' in value && isObject(value.html) && '$html' in value.html ? value.html.$html : null
    return typeof id === 'string' ? { ...value, html: htmlOf(id) } : value
  })
  return { loaderData: restored, ...rest }
}

/** Changes the values that the data functions return at their top level. To look at every value would take long. */
function mapValues(loaderData: PageState['loaderData'], change: (value: object) => object) {
  const pages = Object.entries(loaderData).map(([id, page]) => {
    if (!isObject(page) || Array.isArray(page)) return [id, page]
    return [
      id,
      Object.fromEntries(Object.entries(page).map(([key, value]) => [key, isObject(value) ? change(value) : value])),
    ]
  })
  return Object.fromEntries(pages)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
