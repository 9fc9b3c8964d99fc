import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Blobs } from './blobs/blobs.ts'
import { readRange } from './ranges.ts'

/** Somebody uploaded it: opened alone it runs nothing, embeds nothing, and is what its type says or nothing. */
const HARMLESS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'accept-ranges': 'bytes',
}

export type Sending = { blob: string; size: number; etag: string; headers: Record<string, string> }

/** Sends all of it, the part that was asked for, or word that the browser has it. */
export async function sendBlob(
  { method, headers: asked }: FastifyRequest,
  reply: FastifyReply,
  { blobs, blob, size, etag, headers }: Sending & { blobs: Blobs },
) {
  reply.headers({ ...HARMLESS, 'cross-origin-resource-policy': 'cross-origin', ...headers, etag })
  if (names(asked['if-none-match'], etag)) return reply.status(304).send()

  const stillTheSame = asked['if-range'] === undefined || asked['if-range'] === etag
  const range = readRange(stillTheSame ? asked.range : undefined, size)
  if (range === 'none') {
    const nothing = { 'content-range': `bytes */${size}`, 'content-length': '0' }
    return reply.status(416).headers(nothing).removeHeader('content-disposition').send('')
  }
  const { start, end } = range === 'all' ? { start: 0, end: size - 1 } : range
  if (range !== 'all') reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', String(end - start + 1))
  if (method === 'HEAD' || size === 0) return reply.send('')
  return reply.send(await blobs.read(blob, range === 'all' ? undefined : range))
}

function names(header: string | undefined, etag: string) {
  return header?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false
}
