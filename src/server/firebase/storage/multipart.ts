import { Readable } from 'node:stream'
import { Refusal } from '#contract/errors.ts'

const MAX_METADATA_BYTES = 64 * 1024
const MAX_HEADER_BYTES = 8 * 1024
// White space may follow a boundary on its line, up to this length.
const MAX_PADDING = 128
const END_OF_HEADERS = '\r\n\r\n'

export type Multipart = { metadata: string; contentType: string | null; bytes: Readable }

/** The boundary of a `multipart/related` content type, quoted or not. */
export function parseBoundary(contentType: string | undefined): string {
  const found = /^multipart\/related\s*;(?:.*;)?\s*boundary\s*=\s*(?:"([^"\r\n]{1,70})"|([^\s";,]{1,70}))/i.exec(
    contentType ?? '',
  )
  const boundary = found?.[1] ?? found?.[2]
  if (!boundary) throw new Refusal('malformed', { reason: 'no boundary' })
  return boundary
}

/**
 * Reads the metadata, then streams the bytes of the second part unchanged. The stream fails if the body is incomplete, so
 * that a truncated upload is never stored.
 */
export async function readMultipart(source: AsyncIterable<Buffer>, boundary: string): Promise<Multipart> {
  const body = splitAtBoundaries(source, Buffer.from(`\r\n--${boundary}`, 'latin1'))
  if ((await collect(body.part(), MAX_METADATA_BYTES)).length > 2 || body.last()) throw incompleteBody()
  const first = await openPart(body.part())
  const metadata = await collect(first.content, MAX_METADATA_BYTES)
  if (body.last()) throw incompleteBody()
  const second = await openPart(body.part())
  const type = /^content-type:[ \t]*(.*?)[ \t]*$/im.exec(second.headers)?.[1]
  return { metadata: metadata.toString('utf8'), contentType: type || null, bytes: Readable.from(toTheEnd()) }

  async function* toTheEnd() {
    yield* second.content
    if (!body.last()) throw incompleteBody()
    await body.checkEnd()
  }
}

/** Splits a stream at its boundaries, which may span chunks. */
function splitAtBoundaries(source: AsyncIterable<Buffer>, delimiter: Buffer) {
  const chunks = source[Symbol.asyncIterator]()
  // The first boundary may be at the very start, without a preceding line break.
  let held: Buffer = Buffer.from('\r\n')
  let last = false

  async function* part(): AsyncGenerator<Buffer> {
    for (;;) {
      const { content, after } = scan(held, delimiter)
      if (content > 0) yield held.subarray(0, content)
      held = held.subarray(after?.at ?? content)
      if (after) {
        last = after.last
        return
      }
      const next = await chunks.next()
      if (next.done) throw incompleteBody()
      held = held.length > 0 ? Buffer.concat([held, next.value]) : next.value
    }
  }

  /** Content after the last boundary means that the boundary was part of the bytes. */
  async function checkEnd() {
    for (let rest = held; ;) {
      if (!/^[\r\n\t ]*$/.test(rest.toString('latin1'))) throw incompleteBody()
      const next = await chunks.next()
      if (next.done) return
      rest = next.value
    }
  }

  return { part, checkEnd, last: () => last }
}

type Scanned = { content: number; after: { at: number; last: boolean } | null }

/** How much is surely content, and where it goes on after a boundary if one was found. */
function scan(held: Buffer, delimiter: Buffer): Scanned {
  for (let from = 0; ;) {
    const at = held.indexOf(delimiter, from)
    if (at < 0) return { content: Math.max(from, held.length - delimiter.length + 1), after: null }
    const start = at + delimiter.length
    const tail = held.toString('latin1', start, start + MAX_PADDING)
    const line = /^(?:--|[ \t]*\r\n)/.exec(tail)?.[0]
    if (line) return { content: at, after: { at: start + line.length, last: line === '--' } }
    const undecided = tail.length < MAX_PADDING && /^(?:-?|[ \t]*\r?)$/.test(tail)
    if (undecided) return { content: at, after: null }
    from = at + 1
  }
}

/** Headers and content of a part. */
async function openPart(part: AsyncGenerator<Buffer>) {
  // A part without headers starts with the empty line.
  let held: Buffer = Buffer.from('\r\n')
  let end = -1
  while (end < 0) {
    const next = await part.next()
    if (next.done || held.length > MAX_HEADER_BYTES) throw incompleteBody()
    held = Buffer.concat([held, next.value])
    end = held.indexOf(END_OF_HEADERS)
  }
  const rest = held.subarray(end + END_OF_HEADERS.length)
  async function* content() {
    if (rest.length > 0) yield rest
    yield* part
  }
  return { headers: held.toString('latin1', 0, end), content: content() }
}

async function collect(content: AsyncGenerator<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > most) throw new Refusal('too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function incompleteBody() {
  return new Refusal('malformed', { reason: 'the multipart body is incomplete' })
}
