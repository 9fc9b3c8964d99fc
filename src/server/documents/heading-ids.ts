import { wellFormed } from './escape.ts'

const LONGEST_ID = 80

/** The ids that are taken, each with the number that the next heading of the same words tries first. */
export type HeadingIds = Map<string, number>

/** A word for the address bar, from the heading's own words in whatever script; no two in a story are alike. */
export function headingId(text: string, taken: HeadingIds): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? ['section']
  const spoken = wellFormed(`h-${words.slice(0, 8).join('-')}`.slice(0, LONGEST_ID))
  let copy = taken.get(spoken) ?? 1
  let id = copy === 1 ? spoken : `${spoken}-${copy}`
  for (; taken.has(id); copy++) id = `${spoken}-${copy + 1}`
  taken.set(spoken, copy + 1)
  if (id !== spoken) taken.set(id, 2)
  return id
}
