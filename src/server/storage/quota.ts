import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'

/** The row with the total of all accounts. No uid can have this value. */
const SITE = '__site'

type Counting = Pick<Ctx, 'db' | 'storage'>

/** Refuses if a quota is exceeded. Call inside a transaction. */
export async function addUsage(ctx: Counting, uid: string, bytes: number) {
  await add(ctx, uid, bytes, ctx.storage.personBytes)
  // Last, because all writers contend for this row.
  await add(ctx, SITE, bytes, ctx.storage.siteBytes ?? Infinity)
}

/** Call inside the transaction that deletes the object. */
export async function subtractUsage({ db }: Pick<Ctx, 'db'>, uid: string, bytes: number) {
  for (const key of [uid, SITE]) {
    await db
      .updateTable('storageUse')
      .set({ bytes: sql`greatest(bytes - ${bytes}, 0)` })
      .where('uid', '=', key)
      .execute()
  }
}

/** The bytes of all accounts. */
export async function getSiteUsage(db: Db) {
  const total = await db.selectFrom('storageUse').select('bytes').where('uid', '=', SITE).executeTakeFirst()
  return total?.bytes ?? 0
}

type Plan = { uid: string; bucket: string; name: string; bytes: number }

/** Refuses an upload early, before its bytes are sent. Chunks of unfinished uploads count too. */
export async function checkQuota({ db, storage }: Counting, { uid, bucket, name, bytes }: Plan) {
  const own = db.selectFrom('object').where('bucket', '=', bucket).where('name', '=', name).where('ownerUid', '=', uid)
  const begun = db.selectFrom('upload').where('ownerUid', '=', uid).where('finished', '=', false)
  const [used, replaced, pending] = await Promise.all([
    db.selectFrom('storageUse').selectAll().where('uid', 'in', [uid, SITE]).execute(),
    own.select('size').executeTakeFirst(),
    begun.select(({ fn }) => fn.sum<string | null>('received').as('bytes')).executeTakeFirst(),
  ])
  const more = bytes + Number(pending?.bytes ?? 0) - (replaced?.size ?? 0)
  const full = (key: string, most: number) => (used.find((row) => row.uid === key)?.bytes ?? 0) + more > most
  if (full(uid, storage.personBytes) || full(SITE, storage.siteBytes ?? Infinity)) throw new Refusal('quota-exceeded')
}

async function add({ db }: Counting, uid: string, bytes: number, most: number) {
  const row = await db
    .insertInto('storageUse')
    .values({ uid, bytes })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ bytes: sql`storage_use.bytes + ${bytes}` }))
    .returning('bytes')
    .executeTakeFirstOrThrow()
  if (bytes > 0 && row.bytes > most) throw new Refusal('quota-exceeded')
}
