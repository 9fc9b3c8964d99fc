import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Counts everybody's bytes together; no account has this name. */
const SITE = '__site'

type Counting = Pick<Ctx, 'db' | 'storage'>

/** Counts bytes that an account begins to keep. Refuses when there is no room for them. Inside a transaction. */
export async function takeUse(ctx: Counting, uid: string, bytes: number) {
  await add(ctx, uid, bytes, ctx.storage.personBytes)
  // Last, because everybody's changes wait for each other here.
  await add(ctx, SITE, bytes, ctx.storage.siteBytes ?? Infinity)
}

/** Counts bytes that are kept no more. Inside the transaction that lets go of them. */
export async function releaseUse({ db }: Pick<Ctx, 'db'>, uid: string, bytes: number) {
  for (const who of [uid, SITE]) {
    await db
      .updateTable('storageUse')
      .set({ bytes: sql`greatest(bytes - ${bytes}, 0)` })
      .where('uid', '=', who)
      .execute()
  }
}

type Plan = { uid: string; bucket: string; name: string; bytes: number }

/** Refuses early what would not fit, before it has travelled here. Pieces of unfinished uploads take room as well. */
export async function checkRoom({ db, storage }: Counting, { uid, bucket, name, bytes }: Plan) {
  const own = db.selectFrom('object').where('bucket', '=', bucket).where('name', '=', name).where('ownerUid', '=', uid)
  const begun = db.selectFrom('upload').where('ownerUid', '=', uid).where('finished', '=', false)
  const [used, replaced, pending] = await Promise.all([
    db.selectFrom('storageUse').selectAll().where('uid', 'in', [uid, SITE]).execute(),
    own.select('size').executeTakeFirst(),
    begun.select(({ fn }) => fn.sum<string | null>('received').as('bytes')).executeTakeFirst(),
  ])
  const more = bytes + Number(pending?.bytes ?? 0) - (replaced?.size ?? 0)
  const full = (who: string, most: number) => (used.find((row) => row.uid === who)?.bytes ?? 0) + more > most
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
