import { wellFormed } from './escape.ts'

const LONGEST_ID = 80

/** A word for the address bar, from the heading's own words in whatever script; no two in a story are alike. */
export function headingId(text: string, taken: Set<string>): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? ['section']
  const spoken = wellFormed(`h-${words.slice(0, 8).join('-')}`.slice(0, LONGEST_ID))
  let id = spoken
  for (let copy = 2; taken.has(id); copy++) id = `${spoken}-${copy}`
  taken.add(id)
  return id
}
