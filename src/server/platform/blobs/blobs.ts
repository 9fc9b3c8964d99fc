import type { Readable } from 'node:stream'

/** A blob store with opaque keys: a folder, or any S3-compatible service. */
export type Blobs = {
  /** Durable once it resolves. After a crash or an error there is nothing under the key. Keys are never reused. */
  put(key: string, bytes: Readable): Promise<void>
  /** All bytes or a range, both ends included. Rejects when there is no such blob. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** All bytes and their number, or null when there is no such blob. */
  find(key: string): Promise<{ size: number; bytes: Readable } | null>
  /** Idempotent. */
  remove(key: string): Promise<void>
  /** Up to 1000 keys that begin with a prefix of at least two characters. Only checks need it. */
  list(prefix: string): Promise<string[]>
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

export type StorageConfig = {
  bucket: string
  uploadBytes: number
  personBytes: number
  /** Null for no limit. */
  siteBytes: number | null
  blobs: BlobConfig
  /** Whether requests need an app-check token. */
  appCheck: boolean
  /** The URL of the storage service, with a trailing slash; null when files are stored here. */
  serviceUrl: string | null
}
