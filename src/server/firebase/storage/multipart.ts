import { Readable } from 'node:stream'
import { Refusal } from '#contract/errors.ts'

const LARGEST_METADATA = 64 * 1024
const LARGEST_HEADERS = 8 * 1024
// White space may follow a boundary on its line; so much of it is not meant as one.
const LONGEST_PADDING = 128
const END_OF_HEADERS = '\r\n\r\n'

export type Multipart = { metadata: string; contentType: string | null; bytes: Readable }

/** The boundary of a `multipart/related` content type, quoted or not. */
export function boundaryOf(contentType: string | undefined): string {
  const found = /^multipart\/related\s*;(?:.*;)?\s*boundary\s*=\s*(?:"([^"\r\n]{1,70})"|([^\s";,]{1,70}))/i.exec(
    contentType ?? '',
  )
  const boundary = found?.[1] ?? found?.[2]
  if (!boundary) throw new Refusal('malformed', { reason: 'no boundary' })
  return boundary
}

/**
 * Reads the metadata, then gives the bytes of the second part as they arrive, none added and none lost. They end in an
 * error when the body does not end as it should, so that a cut upload is never taken for a whole one.
 */
export async function readMultipart(source: AsyncIterable<Buffer>, boundary: string): Promise<Multipart> {
  const body = delimited(source, Buffer.from(`\r\n--${boundary}`, 'latin1'))
  if ((await collected(body.part(), LARGEST_METADATA)).length > 2 || body.last()) throw cut()
  const first = await openPart(body.part())
  const metadata = await collected(first.content, LARGEST_METADATA)
  if (body.last()) throw cut()
  const second = await openPart(body.part())
  const type = /^content-type:[ \t]*(.*?)[ \t]*$/im.exec(second.headers)?.[1]
  return { metadata: metadata.toString('utf8'), contentType: type || null, bytes: Readable.from(toTheEnd()) }

  async function* toTheEnd() {
    yield* second.content
    if (!body.last()) throw cut()
    await body.checkEnd()
  }
}

/** Cuts a stream at its boundaries, however they are spread over the pieces that arrive. */
function delimited(source: AsyncIterable<Buffer>, delimiter: Buffer) {
  const pieces = source[Symbol.asyncIterator]()
  // The first boundary may stand at the very start, where no line ends before it.
  let held: Buffer = Buffer.from('\r\n')
  let last = false

  /** What lies before the next boundary. */
  async function* part(): AsyncGenerator<Buffer> {
    for (;;) {
      const { content, after } = scan(held, delimiter)
      if (content > 0) yield held.subarray(0, content)
      held = held.subarray(after?.at ?? content)
      if (after) {
        last = after.last
        return
      }
      const next = await pieces.next()
      if (next.done) throw cut()
      held = held.length > 0 ? Buffer.concat([held, next.value]) : next.value
    }
  }

  /** After the last boundary nothing may come: if something does, the boundary was part of the bytes. */
  async function checkEnd() {
    for (let rest = held; ;) {
      if (!/^[\r\n\t ]*$/.test(rest.toString('latin1'))) throw cut()
      const next = await pieces.next()
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
    const tail = held.toString('latin1', start, start + LONGEST_PADDING)
    const line = /^(?:--|[ \t]*\r\n)/.exec(tail)?.[0]
    if (line) return { content: at, after: { at: start + line.length, last: line === '--' } }
    const undecided = tail.length < LONGEST_PADDING && /^(?:-?|[ \t]*\r?)$/.test(tail)
    if (undecided) return { content: at, after: null }
    from = at + 1
  }
}

/** Headers and content of a part. */
async function openPart(part: AsyncGenerator<Buffer>) {
  // A part without headers begins with the empty line.
  let held: Buffer = Buffer.from('\r\n')
  let end = -1
  while (end < 0) {
    const next = await part.next()
    if (next.done || held.length > LARGEST_HEADERS) throw cut()
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

async function collected(content: AsyncGenerator<Buffer>, most: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of content) {
    size += piece.length
    if (size > most) throw new Refusal('too-large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function cut() {
  return new Refusal('malformed', { reason: 'the parts are not whole' })
}
