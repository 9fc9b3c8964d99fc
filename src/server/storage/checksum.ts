import { Refusal } from '#contract/errors.ts'
import type { NewMetadata } from '#contract/firebase/storage.ts'

const MD5 = /^[A-Za-z0-9+/]{22}==$/

/** The MD5 in an `X-Goog-Hash` header, where others may stand beside it. */
export function md5Of(header: string | null): string | null {
  const said = /(?:^|,)\s*md5=([^\s,]*)/i.exec(header ?? '')?.[1]
  if (said === undefined) return null
  if (!MD5.test(said)) throw new Refusal('invalid-checksum')
  return said
}

/** What was said, and this MD5 as well; both can only be right when they are the same. */
export function withMd5(said: NewMetadata, md5: string | null): NewMetadata {
  if (md5 !== null && said.md5Hash && said.md5Hash !== md5) throw new Refusal('invalid-checksum')
  return { ...said, md5Hash: md5 ?? said.md5Hash }
}
