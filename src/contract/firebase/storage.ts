import { z } from 'zod'
import type { RefusalCode } from '#contract/errors.ts'

// oxlint-disable-next-line no-control-regex -- the rule is about control characters
const NO_CONTROLS = /^[^\u0000-\u001f\u007f]*$/
/** Sent as a response header, so line breaks are not allowed. */
const HeaderText = z.string().max(1024).regex(NO_CONTROLS)
const Key = z.string().min(1).max(200)
const Value = z.string().max(8192)

/** Metadata of an upload. Other fields are ignored. */
export const NewMetadata = z.object({
  contentType: HeaderText.nullish(),
  cacheControl: HeaderText.nullish(),
  contentDisposition: HeaderText.nullish(),
  contentEncoding: HeaderText.nullish(),
  contentLanguage: HeaderText.nullish(),
  md5Hash: z.string().max(64).nullish(),
  metadata: z.record(Key, Value).nullish(),
})
export type NewMetadata = z.infer<typeof NewMetadata>

/** Omitted fields stay unchanged; null clears a field. */
export const MetadataChange = NewMetadata.omit({ md5Hash: true }).extend({
  metadata: z.record(Key, Value.nullable()).nullish(),
})
export type MetadataChange = z.infer<typeof MetadataChange>

/** Maximum size of all custom metadata, keys and values. */
export const CUSTOM_METADATA_BYTES = 8192
export const MAX_LIST_RESULTS = 1000

export const ListQuery = z.object({
  prefix: z.string().max(1024).default(''),
  delimiter: z.enum(['', '/']).default(''),
  maxResults: z.coerce.number().int().min(1).default(MAX_LIST_RESULTS),
  pageToken: z.string().max(4096).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>

/** An object as clients read it. Numbers are sent as strings. */
export type ObjectResource = {
  kind: 'storage#object'
  name: string
  bucket: string
  generation: string
  metageneration: string
  size: string
  timeCreated: string
  updated: string
  md5Hash: string
  etag: string
  storageClass: 'STANDARD'
  contentType: string
  cacheControl?: string
  contentDisposition?: string
  contentEncoding?: string
  contentLanguage?: string
  metadata?: Record<string, string>
  downloadTokens: string
}

/** The last page has no `nextPageToken`: an empty one would make clients loop forever. */
export type ListReply = { prefixes: string[]; items: { name: string; bucket: string }[]; nextPageToken?: string }

/** `status` is the code of our own API. Firebase clients use the HTTP status. */
export type StorageError = { error: { code: number; message: string; status: RefusalCode | 'internal-error' } }
