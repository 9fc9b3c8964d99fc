import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

const toDeflate = promisify(deflateRaw)

/** A part of a gzip stream that refers to no other part, so that parts can be joined in any combination. */
export type GzipPart = {
  deflated: Buffer
  crc: number
  /** Of the uncompressed bytes. */
  length: number
  /** x to the power of 8 × length, which moves a checksum past this part. */
  shift: number
}

// The header without name and time, for an unknown system.
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** The last block, which is empty. */
const END = [0x03, 0x00]
const MAX_STORED = 0xffff

/** Compressed in the thread pool. The full flush ends the part at a byte boundary and resets the window. */
export async function compressedPart(bytes: Buffer): Promise<GzipPart> {
  const deflated = await toDeflate(bytes, { level: 6, finishFlush: constants.Z_FULL_FLUSH })
  return describe(bytes, deflated)
}

/** Without compression, for small parts that are used once. */
export function storedPart(bytes: Buffer): GzipPart {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += MAX_STORED) {
    const piece = bytes.subarray(at, at + MAX_STORED)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(piece.length, 1)
    head.writeUInt16LE(piece.length ^ MAX_STORED, 3)
    pieces.push(head, piece)
  }
  return describe(bytes, Buffer.concat(pieces))
}

function describe(bytes: Buffer, deflated: Buffer): GzipPart {
  return { deflated, crc: crc32(bytes), length: bytes.length, shift: powerOfX(8 * bytes.length) }
}

/** One gzip stream of all parts. Nothing is compressed and no byte of the content is read again. */
export function joinParts(parts: readonly GzipPart[]): Buffer {
  let [crc, length, size] = [0, 0, HEADER.length + END.length + 8]
  for (const part of parts) {
    crc = multiply(part.shift, crc) ^ part.crc
    length += part.length
    size += part.deflated.length
  }
  const joined = Buffer.allocUnsafe(size)
  let at = HEADER.copy(joined)
  for (const { deflated } of parts) at += deflated.copy(joined, at)
  for (const byte of END) at = joined.writeUInt8(byte, at)
  joined.writeUInt32LE(length >>> 0, joined.writeUInt32LE(crc >>> 0, at))
  return joined
}

// The checksum of two joined parts is crc(a) · x^(8·length(b)) + crc(b), in polynomials modulo the one of CRC-32.
// Bits are reversed, as in zlib: the highest bit is the coefficient of x^0.
const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000

function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= b
    b = (b & 1) !== 0 ? (b >>> 1) ^ POLYNOMIAL : b >>> 1
  }
  return product
}

function powerOfX(exponent: number): number {
  let [power, square] = [ONE, ONE >>> 1]
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = multiply(square, power)
    square = multiply(square, square)
  }
  return power
}
