import { Refusal } from '#contract/errors.ts'

export type FileKinds = 'pictures' | 'anything'

/** Formats the server can resize. Phones convert other formats for this list. */
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

/** The `accept` attribute. Image types make phones offer camera and gallery. */
export function acceptOf(kinds: FileKinds) {
  return kinds === 'pictures' ? PICTURE_TYPES.join(',') : undefined
}

/** Refuses obviously wrong files before the upload. The server checks the content. */
export function requireKind(file: File, kinds: FileKinds) {
  if (file.size === 0) throw new Refusal('broken-file')
  if (kinds === 'pictures' && !PICTURE_TYPES.includes(file.type))
    throw new Refusal('unsupported-file', { accepts: 'pictures' })
}
