import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { findsLookAlikes } from './abilities.ts'
import { type Understood, LAST_LETTER } from './understand.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const SHORTEST = 3
/** Longer ones have too many neighbours to write down; they are found by what they look like. */
const LONGEST_WRITTEN = 16

/** For every word that no story has, the nearest that one has. Null when there is nothing to put right. */
export async function putRight(db: Db, understood: Understood[]): Promise<Map<string, string> | null> {
  const replaced = new Map<string, string>()
  for (const { term, meanings } of understood) {
    for (const [at, { plain, stems, stop }] of meanings.entries()) {
      const [folded = ''] = plain
      const typed = term.words[at]
      if (stop || typed === undefined || folded.length < SHORTEST || plain.length > 1) continue
      if (await isKnown(db, [folded, ...stems.filter(({ length }) => length >= SHORTEST)])) continue
      const nearest = await nearestTo(db, folded)
      if (nearest) replaced.set(typed, nearest)
    }
  }
  return replaced.size > 0 ? replaced : null
}

async function isKnown(db: Db, beginnings: string[]) {
  const { rows } = await sql<{
    known: boolean
  }>`select exists (select from unnest(${beginnings}::text[]) as asked (beginning), lateral (
      select from search_word where word ~>=~ beginning and word ~<~ (beginning || ${LAST_LETTER}) limit 1) as one) as known`.execute(
    db,
  )
  return rows[0]?.known ?? false
}

async function nearestTo(db: Db, word: string): Promise<string | null> {
  const near = neighbours(word)
  const alike = (await findsLookAlikes(db))
    ? sql`union select word, stories from (
        select word, stories from search_word where word % ${word} order by similarity(word, ${word}) desc, stories desc limit 40) as alike`
    : sql``
  const { rows } = await sql<{
    word: string
    stories: number
  }>`select near.word, stories from unnest(${near}::text[]) as near (word),
      lateral (select stories from search_word where search_word.word = near.word limit 1) as known ${alike}`.execute(
    db,
  )
  const most = word.length > 4 ? 2 : 1
  const ranked = rows
    .map((row) => ({ ...row, steps: stepsBetween(word, row.word), sameStart: row.word[0] === word[0] }))
    .filter(({ steps }) => steps <= most)
    .toSorted((a, b) => a.steps - b.steps || Number(b.sameStart) - Number(a.sameStart) || b.stories - a.stories)
  return ranked[0]?.word ?? null
}

/** Every word that is one slip of the finger away. */
function neighbours(word: string): string[] {
  if (word.length > LONGEST_WRITTEN || !/^[a-z]+$/.test(word)) return []
  const found = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    found.add(before + after.slice(1))
    found.add(before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2))
    for (const letter of LETTERS) {
      found.add(before + letter + after)
      found.add(before + letter + after.slice(1))
    }
  }
  return [...found]
}

/** How many letters must be added, left out, changed or swapped to make one of the other. */
export function stepsBetween(one: string, other: string): number {
  let [older, old]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      const swapped =
        one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? (older?.[j - 2] ?? Infinity) + 1 : Infinity
      row.push(Math.min((row[j - 1] ?? 0) + 1, (old?.[j] ?? 0) + 1, (old?.[j - 1] ?? 0) + same, swapped))
    }
    ;[older, old] = [old, row]
  }
  return old?.[other.length] ?? 0
}
