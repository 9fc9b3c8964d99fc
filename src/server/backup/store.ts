import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BlobConfig, Blobs } from '#server/platform/blobs/blobs.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import { saveFile, unfinishedPath } from './archive/save-file.ts'

/** Where the site stores its backups: a folder in DATA_DIR, or the bucket that also has its objects. */
export type BackupStore = Pick<Blobs, 'read'> & {
  /** For people. */
  location: string
  /** A file is there completely or not at all. */
  save(file: string, bytes: Readable): Promise<void>
  /** Idempotent. Also deletes what a killed process left behind. */
  remove(file: string): Promise<void>
  /** Calls `use` with the path of a local file with the same bytes. */
  withLocalFile<Result>(file: string, use: (path: string) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

const PREFIX = 'backups/'

export function openBackupStore(config: { storage: { blobs: BlobConfig }; dataDir: string }): BackupStore {
  const { blobs } = config.storage
  return blobs.kind === 's3'
    ? bucketStore(openBlobs(blobs), blobs.bucket)
    : folderStore(join(config.dataDir, 'backups'))
}

function folderStore(folder: string): BackupStore {
  const pathOf = (file: string) => join(folder, file)
  return {
    location: folder,
    save: (file, bytes) => saveFile(pathOf(file), bytes),
    async read(file, range) {
      return createReadStream('', { fd: await open(pathOf(file)), ...range })
    },
    async remove(file) {
      await rm(pathOf(file), { force: true })
      await rm(unfinishedPath(pathOf(file)), { force: true })
    },
    withLocalFile: (file, use) => use(pathOf(file)),
    close: async () => {},
  }
}

function bucketStore(blobs: Blobs, bucket: string): BackupStore {
  return {
    location: `${bucket}/${PREFIX}`,
    save: (file, bytes) => blobs.put(PREFIX + file, bytes),
    read: (file, range) => blobs.read(PREFIX + file, range),
    remove: (file) => blobs.remove(PREFIX + file),
    async withLocalFile(file, use) {
      const folder = await mkdtemp(join(tmpdir(), 'bramble-backup-'))
      try {
        const path = join(folder, file)
        await pipeline(await blobs.read(PREFIX + file), createWriteStream(path, { mode: 0o600 }))
        return await use(path)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    close: () => blobs.close(),
  }
}
