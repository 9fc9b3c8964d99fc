import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { hasTrigramIndex } from './extensions.ts'
import { type AnalyzedTerm, MAX_CHARACTER } from './analyze-terms.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const MIN_LENGTH = 3
/** Longer words have too many neighbours to enumerate and rely on trigram matching. */
const MAX_ENUMERATED_LENGTH = 16

/** Maps each unknown word to the nearest indexed word. Null if there is nothing to correct. */
export async function correctSpelling(db: Db, terms: AnalyzedTerm[]): Promise<Map<string, string> | null> {
  const replaced = new Map<string, string>()
  for (const { term, words } of terms) {
    for (const [at, { plain, stems, stop }] of words.entries()) {
      const [folded = ''] = plain
      const typed = term.words[at]
      if (stop || typed === undefined || folded.length < MIN_LENGTH || plain.length > 1) continue
      if (await isKnown(db, [folded, ...stems.filter(({ length }) => length >= MIN_LENGTH)])) continue
      const nearest = await findNearest(db, folded)
      if (nearest) replaced.set(typed, nearest)
    }
  }
  return replaced.size > 0 ? replaced : null
}

async function isKnown(db: Db, beginnings: string[]) {
  const { rows } = await sql<{
    known: boolean
  }>`select exists (select from unnest(${beginnings}::text[]) as asked (beginning), lateral (
      select from search_word where word ~>=~ beginning and word ~<~ (beginning || ${MAX_CHARACTER}) limit 1) as one) as known`.execute(
    db,
  )
  return rows[0]?.known ?? false
}

async function findNearest(db: Db, word: string): Promise<string | null> {
  const near = neighbours(word)
  const alike = (await hasTrigramIndex(db))
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
    .map((row) => ({ ...row, distance: editDistance(word, row.word), sameStart: row.word[0] === word[0] }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance || Number(b.sameStart) - Number(a.sameStart) || b.stories - a.stories)
  return ranked[0]?.word ?? null
}

/** All words at edit distance 1. */
function neighbours(word: string): string[] {
  if (word.length > MAX_ENUMERATED_LENGTH || !/^[a-z]+$/.test(word)) return []
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

/** Damerau-Levenshtein distance. */
function editDistance(one: string, other: string): number {
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
