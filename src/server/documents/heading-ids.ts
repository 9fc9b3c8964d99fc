import { stripLoneSurrogates } from './escape.ts'

const MAX_ID_LENGTH = 80

/** Taken ids, each with the suffix to try first for the next heading with the same text. */
export type HeadingIds = Map<string, number>

/** An id from the heading's text in any script, unique within the story. */
export function uniqueHeadingId(text: string, taken: HeadingIds): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? ['section']
  const base = stripLoneSurrogates(`h-${words.slice(0, 8).join('-')}`.slice(0, MAX_ID_LENGTH))
  let copy = taken.get(base) ?? 1
  let id = copy === 1 ? base : `${base}-${copy}`
  for (; taken.has(id); copy++) id = `${base}-${copy + 1}`
  taken.set(base, copy + 1)
  if (id !== base) taken.set(id, 2)
  return id
}
