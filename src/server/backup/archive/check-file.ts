import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { codeOf } from '#server/platform/errors.ts'
import { BackupError, DamagedBackup, MANIFEST, type Manifest, parseManifest } from './manifest.ts'
import { createRowSum } from './row-sum.ts'
import { type Member, readMembers } from './tar.ts'
import type { Progress } from './write-backup.ts'

const MAX_MANIFEST_BYTES = 64 * 1024 * 1024
/** Added up at once; requests are answered in between. */
const SLICE_BYTES = 256 * 1024
const MAX_PART_BYTES = 1024 * 1024 * 1024

export type BackupFile = { file: FileHandle; manifest: Manifest; size: number }
type Watch = { onProgress?: ((progress: Progress) => void) | undefined; signal?: AbortSignal | undefined }

/** Opens a backup and compares every byte with the manifest. Throws when anything is missing, changed or added. */
export async function openBackup(path: string, watch: Watch = {}): Promise<BackupFile> {
  const file = await open(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new BackupError(`There is no file ${path}.`)
    throw error
  })
  try {
    return { file, ...(await checkFile(file, watch)) }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function checkFile(file: FileHandle, { onProgress, signal }: Watch) {
  const { size } = await file.stat()
  const tables = new Map<string, { parts: number; rows: ReturnType<typeof createRowSum> }>()
  const objects = { count: 0, bytes: 0, all: createHash('sha256') }
  let lines: string[] = []
  let manifest: Manifest | null = null
  for await (const member of readMembers(file)) {
    signal?.throwIfAborted()
    if (manifest) throw new DamagedBackup('it has parts after its manifest')
    const [folder = '', name = ''] = member.name.split('/')
    if (member.name === MANIFEST) {
      if (member.size > MAX_MANIFEST_BYTES) throw new DamagedBackup('its manifest is too large')
      manifest = parseManifest(String(await bytesOf(file, member)))
    } else if (folder === 'tables') {
      const table = tables.get(name) ?? { parts: 0, rows: createRowSum() }
      tables.set(name, table)
      table.parts += 1
      const part = await unzippedPart(file, member)
      for (let at = 0; at < part.length; at += SLICE_BYTES) {
        table.rows.add(part.subarray(at, at + SLICE_BYTES))
        await setImmediate()
      }
    } else if (folder === 'objects') {
      objects.count += 1
      objects.bytes += member.size
      lines.push(`${await sha256Of(file, member)}  ${member.name}\n`)
    } else if (folder === 'checksums') {
      const text = await bytesOf(file, member)
      const expected = String(text).split(/(?<=\n)/)
      const wrong = lines.findIndex((line, index) => line !== expected[index])
      if (wrong >= 0 || lines.length !== expected.length)
        throw new DamagedBackup(`${lines[wrong]?.slice(66).trim() ?? 'an object'} differs from its checksum`)
      objects.all.update(text)
      lines = []
    } else throw new DamagedBackup(`it has an unknown part ${member.name}`)
    onProgress?.({ stage: 'reading', done: member.offset + member.size, total: size })
  }
  if (!manifest) throw new DamagedBackup('it has no manifest, because it was not completed')
  if (lines.length > 0 || objects.count !== manifest.objects.count || objects.bytes !== manifest.objects.bytes)
    throw new DamagedBackup('objects are missing')
  if (objects.all.digest('hex') !== manifest.objects.sha256) throw new DamagedBackup('checksums of objects differ')
  if (objects.count + manifest.missing.length !== manifest.references.count)
    throw new DamagedBackup('objects are missing')
  for (const { name, parts, rows, bytes, sha256, rowSum } of manifest.tables) {
    const found = tables.get(name)
    const sum = (found?.rows ?? createRowSum()).result()
    const same = sum.rows === rows && sum.bytes === bytes && sum.sha256 === sha256 && sum.rowSum === rowSum
    if (!same || (found?.parts ?? 0) !== parts) throw new DamagedBackup(`table ${name} differs from its checksum`)
    tables.delete(name)
  }
  if (tables.size > 0) throw new DamagedBackup(`it has an unknown table ${[...tables.keys()].join(', ')}`)
  return { manifest, size }
}

/** The rows in one part of a table. */
export async function unzippedPart(file: FileHandle, member: Member): Promise<Buffer> {
  try {
    return await promisify(gunzip)(await bytesOf(file, member), { maxOutputLength: MAX_PART_BYTES })
  } catch (cause) {
    throw new DamagedBackup(`${member.name} cannot be decompressed`, { cause })
  }
}

export async function bytesOf(file: FileHandle, { size, offset }: Member): Promise<Buffer> {
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await file.read(bytes, 0, size, offset)
  if (bytesRead < size) throw new DamagedBackup('the file is incomplete')
  return bytes
}

export function streamOf(file: FileHandle, { size, offset }: Member) {
  return readPieces(file, offset, offset + size)
}

const PIECE_BYTES = 1024 * 1024

async function* readPieces(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += PIECE_BYTES)
    yield await bytesOf(file, { name: '', offset: at, size: Math.min(PIECE_BYTES, end - at) })
}

async function sha256Of(file: FileHandle, member: Member) {
  const hash = createHash('sha256')
  for await (const piece of streamOf(file, member)) hash.update(piece)
  return hash.digest('hex')
}
