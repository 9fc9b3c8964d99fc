import type { IncomingMessage } from 'node:http'
import type { Encoding, CachedPage, PageCache } from '#server/platform/cache/page-cache.ts'

/** Alternating names and values, which Node's `writeHead` accepts without further processing. */
type FlatHeaders = string[]
type CachedResponse = { status: number; headers: FlatHeaders; body: Buffer | null }

export const VARY = 'accept-encoding, authorization, cookie'

type Form = Encoding | 'unchanged'

/** Responses from cached pages. Their headers are assembled once per page and encoding. */
export function createCachedResponses(cache: PageCache, commonHeaders: Record<string, string>) {
  const common = Object.entries(commonHeaders).flat()
  const headersByPage = new WeakMap<CachedPage, Partial<Record<Form, FlatHeaders>>>()

  function headersOf(page: CachedPage, form: Form, body: Buffer | null): FlatHeaders {
    const known = headersByPage.get(page) ?? {}
    headersByPage.set(page, known)
    return (known[form] ??= [...common, ...pageHeaders(page, form, body)])
  }

  function respondWith(page: CachedPage, encoding: Encoding, body: Buffer): CachedResponse {
    return { status: page.status, headers: headersOf(page, encoding, body), body }
  }

  /** The page in the preferred encoding, or 304. Null when the page must be compressed first. */
  function respondNow(page: CachedPage, headers: IncomingMessage['headers']): CachedResponse | null {
    if (headers['if-none-match'] === page.etag)
      return { status: 304, headers: headersOf(page, 'unchanged', null), body: null }
    const encoding = preferredEncoding(headers['accept-encoding'])
    const body = page.bytes[encoding]
    return body ? respondWith(page, encoding, body) : null
  }

  async function respond(page: CachedPage, headers: IncomingMessage['headers']): Promise<CachedResponse> {
    const ready = respondNow(page, headers)
    if (ready) return ready
    const encoding = preferredEncoding(headers['accept-encoding'])
    return respondWith(page, encoding, await cache.compressed(page, encoding))
  }

  return { respondNow, respond }
}

function pageHeaders(page: CachedPage, form: Form, body: Buffer | null): FlatHeaders {
  // Browsers and proxies may store the page but must revalidate it, which costs a few bytes.
  const common = ['etag', page.etag, 'vary', VARY, 'cache-control', 'public, no-cache']
  if (!body) return common
  const encoded = form === 'identity' ? [] : ['content-encoding', form]
  return [...common, 'content-type', page.type, 'content-length', String(body.length), ...encoded]
}

function preferredEncoding(accepted: string | string[] | undefined): Encoding {
  const text = typeof accepted === 'string' ? accepted : ''
  if (accepts(text, 'br')) return 'br'
  return accepts(text, 'gzip') ? 'gzip' : 'identity'
}

function accepts(header: string, encoding: string) {
  const at = header.indexOf(encoding)
  return at >= 0 && !ZERO_QUALITY.test(header.slice(at + encoding.length))
}

const ZERO_QUALITY = /^\s*;\s*q=0(\.0*)?\s*(,|$)/
