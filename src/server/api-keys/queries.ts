import { sql } from 'kysely'
import { type Placeholders, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Db } from '#server/platform/db.ts'

/** All valid keys, and enough of the others to look something up. */
const MAX_LISTED = 200

/** Keys with their creators. */
function keysWithCreators(db: Db) {
  return (
    db
      .selectFrom('apiKey')
      .innerJoin('person', 'person.id', 'apiKey.createdBy')
      .leftJoin('account', 'account.uid', 'person.uid')
      .select(['apiKey.id', 'apiKey.name', 'apiKey.lastFour', 'apiKey.scopes', 'apiKey.createdBy', 'apiKey.version'])
      .select(['apiKey.createdAt', 'apiKey.expiresAt', 'apiKey.lastUsedAt', 'apiKey.revokedAt'])
      .select(['person.handle as creatorHandle', 'person.name as creatorName', 'person.role'])
      // Without an account when the accounts are at another service.
      .select(sql<Date | null>`coalesce(person.disabled_at, account.disabled_at)`.as('disabledAt'))
  )
}

export type KeyRow = Awaited<ReturnType<typeof listedKeys>>[number]

/** Valid keys first, the newest first, then those that ended last. */
export function listedKeys(db: Db, at: Date) {
  const isEnded = sql`api_key.revoked_at is not null or api_key.expires_at <= ${at}`
  return keysWithCreators(db)
    .orderBy(sql`case when ${isEnded} then least(api_key.revoked_at, api_key.expires_at) end`, (order) =>
      order.desc().nullsFirst(),
    )
    .orderBy('apiKey.createdAt', 'desc')
    .orderBy('apiKey.id')
    .limit(MAX_LISTED)
    .execute()
}

export function findKey(db: Db, id: string) {
  return keysWithCreators(db).where('apiKey.id', '=', id).executeTakeFirst()
}

/** Runs on every call with a key. */
export const keysByHash = compiledQuery((db, { hash }: Placeholders<{ hash: Buffer }>) =>
  keysWithCreators(db).select(['person.uid', 'person.avatar', 'person.welcomedAt']).where('apiKey.hash', '=', hash),
)

export async function countValidKeys(db: Db, at: Date) {
  const { count } = await db
    .selectFrom('apiKey')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', at)]))
    .executeTakeFirstOrThrow()
  return count
}
