import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Blobs } from '#server/platform/blobs/blobs.ts'
import { type BackupFile, bytesOf, streamOf } from './check-file.ts'
import { type Member, readMembers } from './tar.ts'
import type { Progress } from './write-backup.ts'

/** Small objects are in memory while they are written. */
const SMALL_BYTES = 1024 * 1024
/** Each waits for the disk or the network. */
const CONCURRENT = 8

type Watch = { onProgress?: ((progress: Progress) => void) | undefined; signal?: AbortSignal | undefined }

/** Writes the objects of a backup to the store. Those that are there already, with the same bytes, are left alone. */
export async function restoreObjects(
  blobs: Blobs,
  { file, manifest }: BackupFile,
  { onProgress, signal }: Watch,
): Promise<number> {
  const writing = new Set<Promise<void>>()
  let failure: unknown = null
  let written = 0
  let done = 0
  const write = async (member: Member, source: () => Readable) => {
    const key = member.name.slice('objects/'.length)
    if (!(await hasSame(blobs, key, source))) {
      // Also what a process that was killed left behind.
      await blobs.remove(key)
      await blobs.put(key, source())
      written += 1
    }
    done += member.size
    onProgress?.({ stage: 'objects', done, total: manifest.objects.bytes })
  }
  try {
    for await (const member of readMembers(file)) {
      if (!member.name.startsWith('objects/')) continue
      signal?.throwIfAborted()
      if (failure !== null) throw failure
      if (member.size > SMALL_BYTES) {
        await write(member, () => Readable.from(streamOf(file, member)))
        continue
      }
      const bytes = await bytesOf(file, member)
      const one = write(member, () => Readable.from([bytes])).catch((error: unknown) => {
        failure ??= error
      })
      writing.add(one)
      void one.then(() => writing.delete(one))
      if (writing.size >= CONCURRENT) await Promise.race(writing)
    }
  } finally {
    await Promise.all(writing)
  }
  if (failure !== null) throw failure
  return written
}

async function hasSame(blobs: Blobs, key: string, source: () => Readable) {
  const found = await blobs.find(key)
  return found !== null && (await sha256Of(found.bytes)) === (await sha256Of(source()))
}

async function sha256Of(bytes: Readable) {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}
