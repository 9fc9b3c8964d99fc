import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'

const known = new WeakMap<Db, Promise<boolean>>()

/** Whether fuzzy matching is available. Cached, because it does not change while the site runs. */
export function hasTrigramIndex(db: Db): Promise<boolean> {
  const answer = known.get(db) ?? indexExists(db, 'search_word_like')
  known.set(db, answer)
  return answer
}

async function indexExists(db: Db, index: string) {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${index}) is not null as there`.execute(db)
  return rows[0]?.there ?? false
}

export async function logMissingExtensions({ db, log }: Pick<Ctx, 'db' | 'log'>) {
  const { rows } = await sql<{
    accents: boolean
    trigrams: boolean
  }>`select search_fold('é') = 'e' as accents, to_regclass('search_word_like') is not null as trigrams`.execute(db)
  const [{ accents, trigrams } = { accents: true, trigrams: true }] = rows
  if (!accents) log.warn('search does not ignore accents: extension unaccent is missing (see docs/search.md)')
  if (!trigrams) log.warn('search corrects fewer typos: extension pg_trgm is missing (see docs/search.md)')
  return { accents, trigrams }
}
