import { Refusal } from '#contract/errors.ts'

export type Kinds = 'pictures' | 'anything'

/** What the server can make sizes of. A phone that keeps pictures in another format converts them for this list. */
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']

/** For the file input. A list of pictures makes phones offer the camera and the gallery. */
export function acceptOf(kinds: Kinds) {
  return kinds === 'pictures' ? PICTURE_TYPES.join(',') : undefined
}

/** Says no before anything is sent, where the answer is known. The server looks at what a file really is. */
export function checkKind(file: File, kinds: Kinds) {
  if (file.size === 0) throw new Refusal('broken-file')
  if (kinds === 'pictures' && !PICTURE_TYPES.includes(file.type)) throw new Refusal('unsupported-file')
}
