import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressedPart, joinParts, storedPart } from './gzip-parts.ts'

const text = (length: number) => Buffer.from('The hedge is a clock. '.repeat(length)).subarray(0, length)

test('parts join to one gzip stream with a valid checksum', async () => {
  const static1 = await compressedPart(text(20_000))
  const static2 = await compressedPart(text(70_001))
  for (const personal of [text(0), text(1), Buffer.from('Ünïcode {"a":1}'), randomBytes(200_000)]) {
    const joined = joinParts([static1, storedPart(personal), static2, storedPart(personal)])
    // Throws if the length or the checksum is wrong.
    expect(gunzipSync(joined).equals(Buffer.concat([text(20_000), personal, text(70_001), personal]))).toBe(true)
  }
})

test('a wrong checksum would be noticed', async () => {
  const part = await compressedPart(text(100))
  expect(() => gunzipSync(joinParts([{ ...part, crc: part.crc ^ 1 }]))).toThrow('incorrect data check')
  expect(() => gunzipSync(joinParts([{ ...part, length: 99 }]))).toThrow('incorrect length check')
})

test('an empty page is valid', () => {
  expect(gunzipSync(joinParts([])).length).toBe(0)
})
