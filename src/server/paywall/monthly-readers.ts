import { createHmac, randomBytes } from 'node:crypto'
import { shouldCount } from '#server/discovery/visitor-hash.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { monthOf } from '#server/platform/months.ts'

const BYTES = 16

export type MonthlyReader = {
  /** What free stories are counted by. Null for visitors who are not counted. */
  counted: Buffer | null
  /** All hashes under which the reader may have opened stories: a person may have read as a visitor before signing in. */
  all: Buffer[]
}

/**
 * Identifies a reader for one month. Visitors are identified by address and browser, unless the browser asked not to be
 * tracked, sends no name or is a bot.
 */
export function identifyReader(ctx: Ctx, salt: Buffer): MonthlyReader {
  const { viewer, session } = ctx
  const hash = (reader: string) => createHmac('sha256', salt).update(reader).digest().subarray(0, BYTES)
  const visitor = shouldCount({ ...ctx, viewer: null }) ? hash(`visitor ${session.address} ${session.device}`) : null
  const person = viewer && hash(`person ${viewer.id}`)
  return { counted: person ?? visitor, all: [person, visitor].flatMap((reader) => reader ?? []) }
}

/** Null before the first story of the month was opened. */
export async function findSalt(db: Db, month: string): Promise<Buffer | null> {
  const found = await db.selectFrom('freeReadSalt').select('salt').where('month', '=', month).executeTakeFirst()
  return found?.salt ?? null
}

export async function createSalt(db: Db, month: string): Promise<Buffer> {
  // Another process may insert first. Both use the stored salt.
  await db
    .insertInto('freeReadSalt')
    .values({ month, salt: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { salt } = await db
    .selectFrom('freeReadSalt')
    .select('salt')
    .where('month', '=', month)
    .executeTakeFirstOrThrow()
  return salt
}

/** Without the salt of a month, its hashes match no person and no address. */
export async function deleteOldFreeReads({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const month = monthOf(now())
  await db.deleteFrom('freeRead').where('month', '<', month).execute()
  await db.deleteFrom('freeReadSalt').where('month', '<', month).execute()
}
