import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { flushFolder } from '#server/platform/blobs/folder.ts'
import type { Manifest } from './manifest.ts'

export const unfinishedPath = (path: string) => `${path}.part`

/** Writes a temporary file, flushes it to the disk and renames it, so that a file with this name is complete. */
export async function saveFile(path: string, bytes: Readable) {
  const unfinished = unfinishedPath(path)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await pipeline(bytes, createWriteStream(unfinished, { flush: true, mode: 0o600 }))
    await rename(unfinished, path)
    await flushFolder(dirname(path))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

export type Measured = { manifest: Manifest; size: number; sha256: string }

/** The bytes as a stream. `measured` has the manifest, the size and the checksum of all bytes after they were read. */
export function measure(bytes: AsyncGenerator<Buffer, Manifest>) {
  const hash = createHash('sha256')
  let size = 0
  let measured: Measured | null = null
  async function* passed(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value, done } = await bytes.next()
      if (done) {
        measured = { manifest: value, size, sha256: hash.digest('hex') }
        return
      }
      size += value.length
      hash.update(value)
      if (value.length > 0) yield value
    }
  }
  return {
    stream: Readable.from(passed()),
    measured(): Measured {
      if (!measured) throw new Error('The backup was not read to its end')
      return measured
    },
  }
}
