import { isRouteErrorResponse } from 'react-router'
import type { Boot } from './page.ts'
import type { IconData } from './ui/icon-source.ts'

/** An error as it travels: what an error screen may show, and nothing else. */
export type WireError = { status: number; statusText: string; internal: boolean; data: unknown }

/** What a page was rendered from, for the browser to take over. */
export type PageState = { loaderData: Record<string, unknown>; errors: Record<string, WireError> | null }

export type DataBlock = PageState & { boot: Boot; icons: Record<string, IconData> }

/** One file with all the data of a page, for navigation in the browser. */
export type Payload = (PageState & { redirect?: undefined }) | { redirect: { to: string; external: boolean } }

/** A story's text is on the page already; the data block only says where. */
export const HTML_ID = 'story-html'
const HTML_MARKER = { $html: HTML_ID }

/** JSON that can stand inside a page: no `<`, so nothing in it can end the script element. */
export function toPageJson(block: DataBlock) {
  const json = JSON.stringify(block, (key, value: unknown) =>
    key === 'html' && typeof value === 'string' ? HTML_MARKER : value,
  )
  return insideScript(json)
}

export function insideScript(json: string) {
  return json.replace(/[<\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The other way: puts the text back from where the page shows it. */
export function fromPageJson(json: string, htmlOf: (id: string) => string): DataBlock {
  return JSON.parse(json, (_key, value: unknown) => {
    const marked = typeof value === 'object' && value !== null && '$html' in value
    return marked ? htmlOf(String(value.$html)) : value
  })
}

/** A refusal passes as it is; of a fault nothing is told but that it happened. */
export function toWireError(error: unknown, fault: { description: string; stack?: string }): WireError {
  if (isRouteErrorResponse(error)) {
    const { status, statusText, data } = error
    return { status, statusText, data, internal: false }
  }
  return { status: 500, statusText: 'Internal Server Error', data: fault, internal: false }
}
