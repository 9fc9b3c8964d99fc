import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Blobs } from './blobs/blobs.ts'

/** Uploads are untrusted: opened directly they run nothing, embed nothing, and are not sniffed. */
const UNTRUSTED = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'accept-ranges': 'bytes',
}

export type Sending = { blob: string; size: number; etag: string; headers: Record<string, string> }

/** Sends the blob or the requested range, or 304. */
export async function sendBlob(
  { method, headers: asked }: FastifyRequest,
  reply: FastifyReply,
  { blobs, blob, size, etag, headers }: Sending & { blobs: Pick<Blobs, 'read'> },
) {
  reply.headers({ ...UNTRUSTED, 'cross-origin-resource-policy': 'cross-origin', ...headers, etag })
  if (matchesEtag(asked['if-none-match'], etag)) return reply.status(304).send()

  const unchanged = asked['if-range'] === undefined || asked['if-range'] === etag
  const range = parseRange(unchanged ? asked.range : undefined, size)
  if (range === 'none') {
    const unsatisfiable = { 'content-range': `bytes */${size}`, 'content-length': '0' }
    return reply.status(416).headers(unsatisfiable).removeHeader('content-disposition').send('')
  }
  const { start, end } = range === 'all' ? { start: 0, end: size - 1 } : range
  if (range !== 'all') reply.status(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', String(end - start + 1))
  if (method === 'HEAD' || size === 0) return reply.send('')
  return reply.send(await blobs.read(blob, range === 'all' ? undefined : range))
}

function matchesEtag(header: string | undefined, etag: string) {
  return header?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false
}

/** A byte range, both ends included. */
type Range = { start: number; end: number }

/**
 * Parses a Range header for `size` bytes: a range, 'all' without a valid header, or 'none' when the range is not satisfiable.
 * A range from zero is always satisfiable: clients use it for objects that may be empty.
 */
function parseRange(header: string | undefined, size: number): Range | 'all' | 'none' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return 'all'
  if (from === '') return Number(to) === 0 ? 'none' : part(Math.max(0, size - Number(to)), size - 1)
  if (to !== '' && Number(to) < Number(from)) return 'all'
  if (Number(from) > 0 && Number(from) >= size) return 'none'
  return part(Number(from), Math.min(to === '' ? Infinity : Number(to), size - 1))
}

function part(start: number, end: number): Range | 'all' {
  return end < start ? 'all' : { start, end }
}
