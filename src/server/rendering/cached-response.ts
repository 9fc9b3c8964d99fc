import type { IncomingMessage } from 'node:http'
import { type GzipPart, joinParts } from './gzip-parts.ts'
import type { Encoding, FormCache, GappedForm, PageEntry, WholeForm } from './page-forms.ts'

/** Alternating names and values, which Node's `writeHead` accepts without further processing. */
type FlatHeaders = string[]
/** `body` is null for 304. */
export type CachedResponse = { status: number; headers: FlatHeaders; body: Buffer | null }

export const VARY = 'accept-encoding, authorization, cookie'

type RequestHeaders = IncomingMessage['headers']
type Variant = Encoding | 'unchanged'
/** `shared` responses are for everyone, `private` ones for one person: no cache may store them. */
type Audience = 'shared' | 'private'

/** The content of a gap, uncompressed and as a part of a gzip stream. */
export type Filling = { bytes: Buffer; part: GzipPart }
export type Fillings = Record<string, Filling>

/** Responses from cached pages. Their headers are assembled once per form and encoding. */
export function createCachedResponses(cache: FormCache, commonHeaders: Record<string, string>) {
  const common = Object.entries(commonHeaders).flat()
  const privateHeaders = [...common, 'vary', VARY, 'cache-control', 'private, no-store']
  // A form belongs to one audience, so its responses can be reused.
  const responsesOf = new WeakMap<WholeForm, Partial<Record<Variant, CachedResponse>>>()

  function responseOf(form: WholeForm, audience: Audience, variant: Variant, body: Buffer | null): CachedResponse {
    let known = responsesOf.get(form)
    if (!known) responsesOf.set(form, (known = {}))
    return (known[variant] ??= { status: body ? 200 : 304, headers: headersOf(form, audience, variant, body), body })
  }

  function headersOf(form: WholeForm, audience: Audience, variant: Variant, body: Buffer | null): FlatHeaders {
    return [
      // Browsers and proxies may store a shared page but must revalidate it, which costs a few bytes.
      ...(audience === 'shared'
        ? [...common, 'etag', form.etag, 'vary', VARY, 'cache-control', 'public, no-cache']
        : privateHeaders),
      ...(body ? contentHeaders(form.type, variant, body) : []),
    ]
  }

  /** The form in the preferred encoding, or 304. Null when it must be compressed first. */
  function respondNow(
    entry: PageEntry,
    form: WholeForm,
    headers: RequestHeaders,
    audience: Audience = 'shared',
  ): CachedResponse | null {
    if (audience === 'shared' && headers['if-none-match'] === form.etag)
      return responseOf(form, audience, 'unchanged', null)
    const encoding = encodingFor(entry, form, headers['accept-encoding'])
    const body = form.bytes[encoding]
    return body ? responseOf(form, audience, encoding, body) : null
  }

  async function respond(
    entry: PageEntry,
    form: WholeForm,
    headers: RequestHeaders,
    audience: Audience = 'shared',
  ): Promise<CachedResponse> {
    const ready = respondNow(entry, form, headers, audience)
    if (ready) return { ...ready, status: ready.status === 304 ? 304 : entry.status }
    const encoding = encodingFor(entry, form, headers['accept-encoding'])
    const body = await cache.compressed(entry, form, encoding)
    return { ...responseOf(form, audience, encoding, body), status: entry.status }
  }

  /** Gzip until brotli is ready. */
  function encodingFor(entry: PageEntry, form: WholeForm, accepted: RequestHeaders['accept-encoding']): Encoding {
    const { gzip, br } = acceptedEncodings(accepted)
    if (!br) return gzip ? 'gzip' : 'identity'
    if (form.bytes.br || !gzip) return 'br'
    if (cache.isWorthBrotli(form)) cache.compressed(entry, form, 'br').catch(() => {})
    return 'gzip'
  }

  /** A members' page with its gaps filled for one person. */
  function respondFilled(form: GappedForm, fillings: Fillings, headers: RequestHeaders): CachedResponse {
    const encoding = acceptedEncodings(headers['accept-encoding']).gzip ? 'gzip' : 'identity'
    const filled = form.gaps.map((gap) => {
      const filling = fillings[gap]
      if (!filling) throw new Error(`nothing fills the gap ${gap}`)
      return filling
    })
    const body =
      encoding === 'gzip'
        ? joinParts(interleave(form.parts, filled, ({ part }) => part))
        : Buffer.concat(interleave(form.parts, filled, ({ bytes }) => ({ bytes })).map(({ bytes }) => bytes))
    return { status: 200, headers: [...privateHeaders, ...contentHeaders(form.type, encoding, body)], body }
  }

  return { respondNow, respond, respondFilled }
}

/** Parts and fillings in turn, beginning and ending with a part. */
function interleave<Part, Filler, Piece>(parts: Part[], fillers: Filler[], toPiece: (filler: Filler) => Piece) {
  return parts.flatMap((part, index): (Part | Piece)[] => {
    const filler = fillers[index]
    return filler === undefined ? [part] : [part, toPiece(filler)]
  })
}

function contentHeaders(type: string, encoding: Variant, body: Buffer): FlatHeaders {
  const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding]
  return ['content-type', type, 'content-length', String(body.length), ...encoded]
}

type Accepted = { gzip: boolean; br: boolean }
const NOTHING: Accepted = { gzip: false, br: false }
/** Browsers send few different headers. */
const knownHeaders = new Map<string, Accepted>()
const MAX_HEADERS = 100

function acceptedEncodings(header: RequestHeaders['accept-encoding']): Accepted {
  if (typeof header !== 'string') return NOTHING
  const known = knownHeaders.get(header)
  if (known) return known
  const accepted = { gzip: accepts(header, 'gzip'), br: accepts(header, 'br') }
  if (knownHeaders.size < MAX_HEADERS) knownHeaders.set(header, accepted)
  return accepted
}

function accepts(header: string, encoding: string) {
  const at = header.indexOf(encoding)
  return at >= 0 && !ZERO_QUALITY.test(header.slice(at + encoding.length))
}

const ZERO_QUALITY = /^\s*;\s*q=0(\.0*)?\s*(,|$)/
