import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

const columns = ['id', 'handle', 'name', 'about', 'avatar', 'storyCount', 'createdAt'] as const

/** Somebody who may be shown, by id or handle. */
export function personByRef(db: Db, ref: string) {
  return db
    .selectFrom('person')
    .select(columns)
    .where((eb) => eb.or([eb('id', '=', ref), eb('handle', '=', ref.toLowerCase())]))
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
}

export type CreatorPage = { after: { count: number; id: string } | null; limit: number }

/** People who have published, those with the most stories first. */
export function creators(db: Db, { after, limit }: CreatorPage) {
  let query = db
    .selectFrom('person')
    .select(columns)
    .where('storyCount', '>', sql.lit(0))
    .where('disabledAt', 'is', null)
  if (after) {
    const { count, id } = after
    query = query.where((eb) =>
      eb.and([eb('storyCount', '<=', count), eb.or([eb('storyCount', '<', count), eb('id', '>', id)])]),
    )
  }
  return query.orderBy('storyCount', 'desc').orderBy('id').limit(limit).execute()
}

const card = ['id', 'handle', 'name', 'about', 'avatar'] as const

export function peopleByIds(db: Db, ids: string[]) {
  return db
    .selectFrom('person')
    .select([...card, 'disabledAt'])
    .where('id', 'in', ids)
    .execute()
}

/** Those whose handle or name is like the pattern, which is in small letters. */
export function peopleBeginning(db: Db, pattern: string, limit: number) {
  return db
    .selectFrom('person')
    .select(card)
    .where((eb) => eb.or([eb('handle', 'like', pattern), eb(eb.fn<string>('lower', ['name']), 'like', pattern)]))
    .where('disabledAt', 'is', null)
    .orderBy('storyCount', 'desc')
    .orderBy('handle')
    .limit(limit)
    .execute()
}
