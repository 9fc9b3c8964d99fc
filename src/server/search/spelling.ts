import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { hasTrigramIndex } from './extensions.ts'
import { isVisiblePerson, personWords } from './find-names.ts'
import { quote } from './tsquery.ts'
import { type AnalyzedTerm, MAX_CHARACTER } from './analyze-terms.ts'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const MIN_LENGTH = 3
/** Longer words have too many neighbours to enumerate and rely on trigram matching. */
const MAX_ENUMERATED_LENGTH = 16
const MAX_SIMILAR = 40
/** `head` also contains stems, so up to this many titles are searched for the word itself. */
const MAX_TITLES = 20

/** Maps each unknown word to the nearest word of a title or name. Null if there is nothing to correct. */
export async function correctSpelling(db: Db, terms: AnalyzedTerm[]): Promise<Map<string, string> | null> {
  const replaced = new Map<string, string>()
  for (const { term, words } of terms) {
    for (const [at, { plain, stems, stop }] of words.entries()) {
      const [folded = ''] = plain
      const typed = term.words[at]
      if (stop || typed === undefined || folded.length < MIN_LENGTH || plain.length > 1) continue
      if (await isKnown(db, [folded, ...stems.filter(({ length }) => length >= MIN_LENGTH)])) continue
      const nearest = await findNearest(db, folded)
      if (nearest !== null && nearest !== folded) replaced.set(typed, nearest)
    }
  }
  return replaced.size > 0 ? replaced : null
}

/** Whether a word of a story or a name begins with one of them. */
async function isKnown(db: Db, beginnings: string[]) {
  const asked = beginnings.map((beginning) => `${quote(beginning)}:*`).join(' | ')
  const { rows } = await sql<{
    known: boolean
  }>`select exists (select from unnest(${beginnings}::text[]) as asked (beginning), lateral (
      select from search_word where word ~>=~ beginning and word ~<~ (beginning || ${MAX_CHARACTER}) limit 1) as one)
    or exists (select from category where search_names(name) @@ ${asked}::tsquery)
    -- Counted: for the first match alone, the planner would rather scan the table.
    or (select count(*) from person where ${personWords} @@ ${asked}::tsquery and ${isVisiblePerson}) > 0
    or (select count(*) from tag where search_names(name) @@ ${asked}::tsquery and story_count > 0) > 0 as known`.execute(
    db,
  )
  return rows[0]?.known ?? false
}

async function findNearest(db: Db, word: string): Promise<string | null> {
  const most = word.length > 4 ? 2 : 1
  const ranked = (await listSimilarWords(db, word))
    .map((row) => ({ ...row, distance: editDistance(word, row.word), sameStart: row.word[0] === word[0] }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance || Number(b.sameStart) - Number(a.sameStart) || b.stories - a.stories)
  return ranked[0]?.word ?? null
}

/**
 * Words of titles and of the names of tags, categories and people, with the number of their stories.
 * Words that occur only in texts are left out: a text has a word near almost anything.
 */
async function listSimilarWords(db: Db, word: string) {
  const near = neighbours(word)
  const asked = near.map(quote).join(' | ')
  const trigrams = await hasTrigramIndex(db)
  const likeWord = trigrams
    ? sql`union (select word, heads from search_word where word % ${word} order by similarity(word, ${word}) desc, heads desc limit ${MAX_SIMILAR})`
    : sql``
  const likeName = trigrams ? sql`or search_fold(name) %> ${word}` : sql``
  const { rows } = await sql<{ word: string; stories: number }>`select word, sum(stories)::int as stories from (
      select word, greatest(heads, 1) as stories from (
        select word, heads from search_word where word = any (${near}::text[]) ${likeWord}) as similar_word
      where exists (select from (
        select title from story_search where head @@ plainto_tsquery('simple', word) limit ${MAX_TITLES}) as headed
        where search_names(title) @@ plainto_tsquery('simple', word))
      union all select lexeme, story_count from (select name, story_count from person
        where (${personWords} @@ ${asked}::tsquery ${likeName}) and ${isVisiblePerson}
        order by story_count desc, id limit ${MAX_SIMILAR}) as people, unnest(search_names(name))
      union all select lexeme, story_count from (select name, story_count from tag
        where (search_names(name) @@ ${asked}::tsquery ${likeName}) and story_count > 0
        order by story_count desc, id limit ${MAX_SIMILAR}) as tags, unnest(search_names(name))
      union all select lexeme, story_count from category, unnest(search_names(name))) as used
    group by word`.execute(db)
  return rows
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
