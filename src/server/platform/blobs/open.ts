import type { BlobConfig, Blobs } from './blobs.ts'
import { folderBlobs } from './folder.ts'

/** Opens the configured store. The S3 client is loaded only when it is used. */
export function openBlobs(config: BlobConfig): Blobs {
  if (config.kind === 'folder') return folderBlobs(config.folder)
  const store = import('./s3.ts').then(({ s3Blobs }) => s3Blobs(config))
  return {
    put: async (key, bytes) => (await store).put(key, bytes),
    read: async (key, range) => (await store).read(key, range),
    find: async (key) => (await store).find(key),
    remove: async (key) => (await store).remove(key),
    list: async (prefix) => (await store).list(prefix),
    close: async () => (await store).close(),
  }
}
