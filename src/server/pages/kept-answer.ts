import type { IncomingMessage } from 'node:http'
import type { Encoding, Kept } from '#server/platform/page-cache.ts'

export type KeptAnswer = { status: number; headers: Record<string, string | number>; body: Buffer | null }

/** A kept page in the form this browser takes best, or the news that it has it already. */
export function answerKept(kept: Kept, headers: IncomingMessage['headers']): KeptAnswer {
  const common = {
    'content-type': kept.type,
    'etag': kept.etag,
    'vary': 'accept-encoding, cookie',
    // Anybody may keep it, and asks each time whether it is still good; the answer to that is a few bytes.
    'cache-control': 'public, no-cache',
  }
  if (headers['if-none-match'] === kept.etag) return { status: 304, headers: common, body: null }
  const encoding = preferred(headers['accept-encoding'])
  const body = kept.bytes[encoding]
  const encoded = encoding === 'identity' ? {} : { 'content-encoding': encoding }
  return { status: kept.status, headers: { ...common, ...encoded, 'content-length': body.length }, body }
}

function preferred(accepted: string | string[] | undefined): Encoding {
  const text = String(accepted ?? '')
  if (accepts(text, 'br')) return 'br'
  return accepts(text, 'gzip') ? 'gzip' : 'identity'
}

function accepts(header: string, encoding: string) {
  const at = header.indexOf(encoding)
  return at >= 0 && !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(header.slice(at + encoding.length))
}
