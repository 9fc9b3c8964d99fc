import type { Readable } from 'node:stream'

/** Where bytes are kept, by keys that mean nothing: a folder, or any S3-compatible store. */
export type Blobs = {
  /** Durable when it resolves. A crash or an error before that leaves nothing under the key. Keys are never reused. */
  put(key: string, bytes: Readable): Promise<void>
  /** The bytes, or part of them; both ends are included. Rejects when there is no such blob. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Removing what is not there does no harm. */
  remove(key: string): Promise<void>
  close(): Promise<void>
}

export type BlobConfig =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3'
      endpoint: string
      bucket: string
      region: string
      credentials: { accessKeyId: string; secretAccessKey: string } | null
      pathStyle: boolean
    }

/** How much may be kept, and under which name. */
export type StorageConfig = {
  bucket: string
  uploadBytes: number
  personBytes: number
  /** Null for as much as there is room. */
  siteBytes: number | null
  blobs: BlobConfig
}
