import type { Selectable } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Tables } from '#server/platform/tables.ts'
import { dropBlob } from './blobs.ts'

export type ObjectRow = Selectable<Tables['object']>

/** An object that this account uploaded. */
export async function ownObject({ db, storage }: Ctx, uid: string, name: string): Promise<ObjectRow> {
  const found = await db
    .selectFrom('object')
    .selectAll()
    .where('bucket', '=', storage.bucket)
    .where('name', '=', name)
    .where('ownerUid', '=', uid)
    .executeTakeFirst()
  if (!found) throw new Refusal('object-not-found')
  return found
}

/** Inside a transaction. */
export async function removeObject(ctx: Ctx, bucket: string, name: string) {
  const gone = await ctx.db
    .deleteFrom('object')
    .where('bucket', '=', bucket)
    .where('name', '=', name)
    .returning('blob')
    .executeTakeFirst()
  if (gone) await dropBlob(ctx, gone.blob)
}
