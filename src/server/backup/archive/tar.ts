import type { FileHandle } from 'node:fs/promises'
import { DamagedBackup } from './manifest.ts'

/** A part of a tar file: where its bytes are. */
export type Member = { name: string; size: number; offset: number }

const BLOCK = 512
const MAX_OCTAL = 8 ** 11

/** Two empty blocks end a tar file. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/** A ustar header. Names are ASCII and at most 100 characters; larger sizes than 8 GB use the GNU encoding. */
export function tarHeader(name: string, size: number, modified: Date): Buffer {
  if (!/^[\w./-]{1,100}$/.test(name)) throw new Error(`not a name for a tar file: ${name}`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  if (size < MAX_OCTAL) header.write(`${octal(size, 11)} `, 124)
  else {
    header.writeUInt8(0x80, 124)
    header.writeBigUInt64BE(BigInt(size), 128)
  }
  header.write(`${octal(Math.floor(modified.getTime() / 1000), 11)} `, 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${octal(checksumOf(header), 6)}\0 `, 148)
  return header
}

/** Fills the last block of a member. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
}

/** The members of a tar file in their order. Throws for a file that is cut off or is not a tar file. */
export async function* readMembers(file: FileHandle): AsyncGenerator<Member> {
  const { size: length } = await file.stat()
  const header = Buffer.alloc(BLOCK)
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(header, 0, BLOCK, at)
    if (bytesRead < BLOCK) throw new DamagedBackup('the file is incomplete')
    if (header.every((byte) => byte === 0)) {
      if (length !== at + TAR_END.length) throw new DamagedBackup('the file does not end where it should')
      return
    }
    const member = parseHeader(header, at + BLOCK)
    at = member.offset + member.size + tarPadding(member.size).length
    if (at > length) throw new DamagedBackup('the file is incomplete')
    yield member
  }
}

function parseHeader(header: Buffer, offset: number): Member {
  const text = (start: number, end: number) => header.toString('latin1', start, end).replace(/[\0 ].*$/s, '')
  const known = text(257, 262) === 'ustar' && Number.parseInt(text(148, 156), 8) === checksumOf(header)
  if (!known) throw new DamagedBackup('the file is not a backup, or it is damaged')
  const large = header.readUInt8(124) === 0x80
  const size = large ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 136), 8)
  return { name: text(0, 100), size, offset }
}

/** The sum of all bytes, with the field of the checksum as spaces. */
function checksumOf(header: Buffer) {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)
}

function octal(value: number, digits: number) {
  return value.toString(8).padStart(digits, '0')
}
