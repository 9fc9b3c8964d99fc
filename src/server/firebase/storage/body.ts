import type { FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { Refusal } from '#contract/errors.ts'

const JSON_BYTES = 64 * 1024

/** The body as it arrives. To stop reading does not hang up: the answer still has to get through. */
export async function* piecesOf({ raw }: FastifyRequest): AsyncGenerator<Buffer> {
  for await (const piece of raw.iterator({ destroyOnReturn: false })) yield piece
}

export function streamOf(request: FastifyRequest): Readable {
  return Readable.from(piecesOf(request))
}

/** What is left of a body that was refused is read and thrown away, so that the sender hears the refusal. */
export function drain({ raw }: FastifyRequest) {
  if (raw.readableEnded || raw.destroyed) return
  // Whoever stopped reading in the middle still listens, which would hold the rest back.
  raw.removeAllListeners('readable')
  raw.resume()
}

/** How long the body says it is; zero when it does not say. */
export function lengthOf({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length'] ?? 0)
  return Number.isSafeInteger(length) && length > 0 ? length : 0
}

export async function jsonOf(request: FastifyRequest): Promise<unknown> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of piecesOf(request)) {
    size += piece.length
    if (size > JSON_BYTES) throw new Refusal('too-large')
    pieces.push(piece)
  }
  return parsed(Buffer.concat(pieces).toString('utf8'))
}

/** Nothing at all counts as nothing said. */
export function parsed(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('malformed')
  }
}
