import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '#server/platform/ctx.ts'
import { sendBlob } from '#server/platform/send-blob.ts'
import type { ObjectRow } from '#server/storage/objects.ts'
import { etagOf } from './present.ts'

/** What a browser may show in place of saving it. */
const SHOWN = /^(?:image\/|video\/|audio\/|application\/pdf$|text\/plain$)/

/** Sends the bytes, or the part that was asked for. */
export function download({ blobs }: Ctx, object: ObjectRow, request: FastifyRequest, reply: FastifyReply) {
  const { blob, size } = object
  return sendBlob(request, reply, { blobs, blob, size, etag: etagOf(object), headers: headersOf(object) })
}

function headersOf(object: ObjectRow): Record<string, string> {
  const { contentType, contentEncoding, contentLanguage, cacheControl } = object
  const disposition = dispositionOf(object)
  return {
    'last-modified': object.updatedAt.toUTCString(),
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

/** A header carries bytes, which Node writes as letters of one byte each. */
function headerText(text: string) {
  return Buffer.from(text, 'utf8').toString('latin1')
}
