import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ObjectRow } from './objects.ts'
import { etagOf } from './present.ts'
import { readRange } from './ranges.ts'

/** Anybody may have uploaded it: it runs nothing, embeds nothing, and is what its type says or nothing. */
const HARMLESS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
}
/** What a browser may show in place of saving it. */
const SHOWN = /^(?:image\/|video\/|audio\/|application\/pdf$|text\/plain$)/

/** Sends the bytes, or the part that was asked for. */
export async function download({ blobs }: Ctx, object: ObjectRow, request: FastifyRequest, reply: FastifyReply) {
  const { method, headers } = request
  const etag = etagOf(object)
  reply.headers({ ...headersOf(object), etag, 'last-modified': object.updatedAt.toUTCString() })
  if (matches(headers['if-none-match'], etag)) return reply.status(304).send()

  const stillTheSame = headers['if-range'] === undefined || headers['if-range'] === etag
  const range = readRange(stillTheSame ? headers.range : undefined, object.size)
  if (range === 'none') {
    return reply
      .status(416)
      .headers({ 'content-range': `bytes */${object.size}`, 'content-length': '0' })
      .send('')
  }
  const { start, end } = range === 'all' ? { start: 0, end: object.size - 1 } : range
  if (range !== 'all') reply.status(206).header('content-range', `bytes ${start}-${end}/${object.size}`)
  reply.header('content-length', String(end - start + 1))
  if (method === 'HEAD' || object.size === 0) return reply.send('')
  return reply.send(await blobs.read(object.blob, range === 'all' ? undefined : range))
}

function headersOf(object: ObjectRow): Record<string, string> {
  const { contentType, contentEncoding, contentLanguage, cacheControl } = object
  const disposition = dispositionOf(object)
  return {
    ...HARMLESS,
    'accept-ranges': 'bytes',
    'content-type': headerText(contentType),
    'cache-control': headerText(cacheControl ?? 'private, max-age=0'),
    ...(disposition && { 'content-disposition': headerText(disposition) }),
    ...(contentEncoding && { 'content-encoding': headerText(contentEncoding) }),
    ...(contentLanguage && { 'content-language': headerText(contentLanguage) }),
  }
}

/** As stored; but what is not to be shown is always saved, under the name that was stored with it. */
function dispositionOf({ contentType, contentDisposition }: ObjectRow): string | null {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (SHOWN.test(type)) return contentDisposition
  const parameters = /;.*$/.exec(contentDisposition ?? '')?.[0] ?? ''
  return `attachment${parameters}`
}

function matches(header: string | undefined, etag: string) {
  const given = new Set((header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, '')))
  return given.has(etag) || given.has('*')
}

/** A header carries bytes, which Node writes as letters of one byte each. */
function headerText(text: string) {
  return Buffer.from(text, 'utf8').toString('latin1')
}
