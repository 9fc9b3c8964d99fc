import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Blobs } from '#server/platform/blobs/blobs.ts'
import { attachment } from './file-name.ts'

export type Sendable = {
  blob: string
  size: number
  type: string
  /** Names these very bytes. */
  tag: string
  /** The name to save it under; null for what is shown. */
  saveAs: string | null
}

/** Sends all of it, the part that was asked for, or word that the browser has it. Opened alone, it can do nothing. */
export async function sendBytes(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  { blobs, blob, size, type, tag, saveAs }: Sendable & { blobs: Blobs },
) {
  const etag = `"${tag}"`
  reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'etag': etag,
    'accept-ranges': 'bytes',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': saveAs === null ? 'cross-origin' : 'same-origin',
    'content-disposition': saveAs === null ? 'inline' : attachment(saveAs),
  })
  if (names(headers['if-none-match'], etag)) return reply.status(304).send()
  reply.header('content-type', type === 'text/plain' ? 'text/plain; charset=utf-8' : type)
  const ifRange = headers['if-range']
  const range = ifRange === undefined || ifRange === etag ? rangeOf(headers.range, size) : null
  if (range === 'none') {
    return reply.status(416).header('content-range', `bytes */${size}`).removeHeader('content-disposition').send()
  }
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  if (method === 'HEAD') return reply.send()
  return reply.send(await blobs.read(blob, range ?? undefined))
}

function names(header: string | undefined, etag: string) {
  return header?.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, ''))) ?? false
}

/** One range; null when there is none that we read, and all is sent. */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < start) return null
  return start > end ? 'none' : { start, end }
}
