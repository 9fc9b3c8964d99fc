import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'

const known = new WeakMap<Db, Promise<boolean>>()

/** Whether words that look alike can be found. It does not change while the site runs. */
export function findsLookAlikes(db: Db): Promise<boolean> {
  const answer = known.get(db) ?? ask(db, 'search_word_like')
  known.set(db, answer)
  return answer
}

async function ask(db: Db, index: string) {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${index}) is not null as there`.execute(db)
  return rows[0]?.there ?? false
}

/** Says at the start what search has to do without, and what to do about it. */
export async function reportAbilities({ db, log }: Pick<Ctx, 'db' | 'log'>) {
  const { rows } = await sql<{
    accents: boolean
    lookAlikes: boolean
  }>`select search_fold('é') = 'e' as accents, to_regclass('search_word_like') is not null as look_alikes`.execute(db)
  const [{ accents, lookAlikes } = { accents: true, lookAlikes: true }] = rows
  if (!accents)
    log.warn('search does not fold accents: the database does not have the extension unaccent (docs/search.md)')
  if (!lookAlikes)
    log.warn('search finds fewer typing mistakes: the database does not have the extension pg_trgm (docs/search.md)')
  return { accents, lookAlikes }
}
