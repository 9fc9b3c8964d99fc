import type { BlobConfig, Blobs } from './blobs.ts'
import { folderBlobs } from './folder.ts'

/** The store that the configuration names. The code for S3 is loaded where it is used. */
export function openBlobs(config: BlobConfig): Blobs {
  if (config.kind === 'folder') return folderBlobs(config.folder)
  const store = import('./s3.ts').then(({ s3Blobs }) => s3Blobs(config))
  return {
    put: async (key, bytes) => (await store).put(key, bytes),
    read: async (key, range) => (await store).read(key, range),
    remove: async (key) => (await store).remove(key),
    close: async () => (await store).close(),
  }
}
