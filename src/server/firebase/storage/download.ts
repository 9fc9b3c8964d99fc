import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '#server/platform/ctx.ts'
import { sendBlob } from '#server/platform/send-blob.ts'
import type { ObjectRow } from '#server/storage/objects.ts'
import { etagOf } from './present.ts'

/** Types that a browser may display. The rest is always downloaded. */
const INLINE_TYPES = /^(?:image\/|video\/|audio\/|application\/pdf$|text\/plain$)/

export function download({ blobs }: Ctx, object: ObjectRow, request: FastifyRequest, reply: FastifyReply) {
  const { blob, size } = object
  return sendBlob(request, reply, { blobs, blob, size, etag: etagOf(object), headers: objectHeaders(object) })
}

function objectHeaders(object: ObjectRow): Record<string, string> {
  const { contentType, contentEncoding, contentLanguage, cacheControl } = object
  const disposition = dispositionHeader(object)
  return {
    'last-modified': object.updatedAt.toUTCString(),
    'content-type': headerText(contentType),
    'cache-control': headerText(cacheControl ?? 'private, max-age=0'),
    ...(disposition && { 'content-disposition': headerText(disposition) }),
    ...(contentEncoding && { 'content-encoding': headerText(contentEncoding) }),
    ...(contentLanguage && { 'content-language': headerText(contentLanguage) }),
  }
}

/** As stored, except that types outside the list are forced to `attachment` and keep their file name. */
function dispositionHeader({ contentType, contentDisposition }: ObjectRow): string | null {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (INLINE_TYPES.test(type)) return contentDisposition
  const parameters = /;.*$/.exec(contentDisposition ?? '')?.[0] ?? ''
  return `attachment${parameters}`
}

/** Node writes header strings as latin1, so UTF-8 bytes must be mapped to it. */
function headerText(text: string) {
  return Buffer.from(text, 'utf8').toString('latin1')
}
