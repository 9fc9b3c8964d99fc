import { Refusal } from '#contract/errors.ts'
import type { NewMetadata } from '#contract/firebase/storage.ts'

const MD5 = /^[A-Za-z0-9+/]{22}==$/

/** The MD5 in an `X-Goog-Hash` header, which may list several hashes. */
export function parseMd5Header(header: string | null): string | null {
  const metadata = /(?:^|,)\s*md5=([^\s,]*)/i.exec(header ?? '')?.[1]
  if (metadata === undefined) return null
  if (!MD5.test(metadata)) throw new Refusal('invalid-checksum')
  return metadata
}

/** Refuses an MD5 that differs from the one in the metadata. */
export function withMd5(metadata: NewMetadata, md5: string | null): NewMetadata {
  if (md5 !== null && metadata.md5Hash && metadata.md5Hash !== md5) throw new Refusal('invalid-checksum')
  return { ...metadata, md5Hash: md5 ?? metadata.md5Hash }
}
