import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { Refusal } from '#contract/errors.ts'

const JSON_BYTES = 64 * 1024

/** Streams the body. Stopping early does not destroy the socket, so that the response can still be sent. */
export async function* readChunks({ raw }: FastifyRequest): AsyncGenerator<Buffer> {
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) yield chunk
}

export function toStream(request: FastifyRequest): Readable {
  return Readable.from(readChunks(request))
}

/** Reads and discards the rest of a refused body, so that the client receives the response. */
export function drain({ raw }: FastifyRequest) {
  if (raw.readableEnded || raw.destroyed) return
  // A reader that stopped midway is still attached and would block the rest.
  raw.removeAllListeners('readable')
  raw.resume()
}

/** Zero if unknown. */
export function contentLength({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length'] ?? 0)
  return Number.isSafeInteger(length) && length > 0 ? length : 0
}

export async function readJson(request: FastifyRequest): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of readChunks(request)) {
    size += chunk.length
    if (size > JSON_BYTES) throw new Refusal('too-large')
    chunks.push(chunk)
  }
  return parseJson(Buffer.concat(chunks).toString('utf8'))
}

/** An empty body is an empty object. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('malformed')
  }
}
