import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { parseBoundary, readMultipart } from './multipart.ts'

const B = '0012345'

function bodyOf(bytes: Buffer | string, { boundary = B, end = `\r\n--${B}--`, metadata = '{"a":1}' } = {}) {
  return Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${metadata}\r\n--${boundary}\r\n`,
    ),
    Buffer.from('Content-Type: image/png\r\n\r\n'),
    Buffer.from(bytes),
    Buffer.from(end),
  ])
}

async function* cutAt(body: Buffer, cuts: number[]) {
  let from = 0
  for (const cut of [...cuts.map((at) => at % (body.length + 1)).toSorted((a, b) => a - b), body.length]) {
    yield body.subarray(from, cut)
    from = cut
  }
}

async function read(body: Buffer, cuts: number[] = [], boundary = B) {
  const { metadata, contentType, bytes } = await readMultipart(cutAt(body, cuts), boundary)
  return { metadata, contentType, bytes: await buffer(bytes) }
}

describe('the bytes are parsed unchanged', () => {
  test.each([
    ['no bytes', ''],
    ['line breaks', '\r\n\r\n\n\r'],
    ['a boundary with more characters', `x\r\n--${B}6\r\ny`],
    ['a boundary inside a line', `x--${B}--y`],
    ['an incomplete boundary at the end', `x\r\n--${B.slice(0, -1)}`],
    ['a boundary followed by other text', `\r\n--${B} x\r\n`],
    ['a line break before the boundary', 'abc\r\n'],
    ['headers', '\r\nContent-Type: text/html\r\n\r\n'],
    ['a hyphen after a boundary', `\r\n--${B}-x`],
  ])('%s', async (_what, text) => {
    expect(await read(bodyOf(text))).toEqual({
      metadata: '{"a":1}',
      contentType: 'image/png',
      bytes: Buffer.from(text),
    })
  })

  test('however the body is split into chunks', async () => {
    const awkward = fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '--',
      '-',
      B,
      `--${B}`,
      `\r\n--${B.slice(0, 5)}`,
      `\r\n--${B}x`,
      ' ',
      'a',
    )
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      fc.array(awkward, { maxLength: 30 }).map((parts) => Buffer.from(parts.join(''))),
    )
    // A full boundary line in the content would end the part.
    const allowed = content.filter(
      (bytes) =>
        !new RegExp(`\r\n--${B}(--|[ \t]*\r\n|[ \t]*$|-$|[ \t]*\r$)`).test(`\r\n${bytes.toString('latin1')}\r\n`),
    )
    await fc.assert(
      fc.asyncProperty(allowed, fc.array(fc.nat(1000), { maxLength: 40 }), async (bytes, cuts) => {
        expect((await read(bodyOf(bytes), cuts)).bytes).toEqual(bytes)
      }),
      { numRuns: 500 },
    )
  })

  test('one byte at a time', async () => {
    const body = bodyOf(`\r\n--${B.slice(0, 4)}\r\n`)
    expect((await read(body, [...body.keys()])).bytes.toString()).toBe(`\r\n--${B.slice(0, 4)}\r\n`)
  })

  test.each([`\r\n--${B}--\r\n`, `\r\n--${B}--\r\n\r\n`, `\r\n--${B}--`])('with the ending %j', async (end) => {
    expect((await read(bodyOf('abc', { end }))).bytes.toString()).toBe('abc')
  })
})

describe('an invalid body is refused', () => {
  test('when it is cut off anywhere', async () => {
    const body = bodyOf('some bytes\r\nand more')
    for (let length = 0; length < body.length; length++) {
      await expect(read(body.subarray(0, length)), String(length)).rejects.toMatchObject({ code: 'malformed' })
    }
  })

  test.each([
    ['bytes after the end', bodyOf('abc', { end: `\r\n--${B}--more` })],
    ['a third part', bodyOf('abc', { end: `\r\n--${B}\r\n\r\nx\r\n--${B}--` })],
    ['one part', Buffer.from(`--${B}\r\n\r\n{}\r\n--${B}--`)],
    ['another boundary', bodyOf('abc', { boundary: 'other' })],
    ['text before the first boundary', Buffer.concat([Buffer.from('hello\r\n'), bodyOf('abc')])],
    ['unterminated headers', Buffer.from(`--${B}\r\n\r\n{}\r\n--${B}\r\nContent-Type: x\r\n--${B}--`)],
  ])('%s', async (_what, body) => {
    await expect(read(body)).rejects.toMatchObject({ code: 'malformed' })
  })

  test('metadata that is too large', async () => {
    await expect(read(bodyOf('', { metadata: 'x'.repeat(70_000) }))).rejects.toMatchObject({ code: 'too-large' })
  })
})

test.each([
  ['multipart/related; boundary=abc', 'abc'],
  ['multipart/related; boundary="a b;c"', 'a b;c'],
  ['Multipart/Related; type="application/json"; Boundary=abc', 'abc'],
  ['multipart/related;boundary=abc; charset=utf-8', 'abc'],
])('finds the boundary in %s', (type, boundary) => {
  expect(parseBoundary(type)).toBe(boundary)
})

test.each([undefined, '', 'multipart/related', 'multipart/form-data; boundary=abc', 'multipart/related; boundary='])(
  'finds no boundary in %s',
  (type) => {
    expect(() => parseBoundary(type)).toThrow(expect.objectContaining({ code: 'malformed' }))
  },
)
