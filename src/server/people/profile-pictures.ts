import { Refusal } from '#contract/errors.ts'
import type { Picture } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { emitPerson } from './webhook-events.ts'

/** Must run in a transaction. */
export async function setAvatar(tx: Ctx, id: string, avatar: Picture | null) {
  const { db, now, invalidate } = tx
  const changed = await db
    .updateTable('person')
    .set({ avatar: avatar && JSON.stringify(avatar), updatedAt: now() })
    .where('id', '=', id)
    .returning('uid')
    .executeTakeFirst()
  if (!changed) throw new Refusal('not-found')
  await emitPerson(tx, 'person.updated', id)
  invalidate(`person:${id}`, `own:${id}`)
  return changed
}

/** Must run in a transaction. */
export async function setHeader({ db, now, invalidate }: Ctx, id: string, header: Picture | null) {
  const changed = await db
    .updateTable('person')
    .set({ header: header && JSON.stringify(header), updatedAt: now() })
    .where('id', '=', id)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw new Refusal('not-found')
  invalidate(`person:${id}`)
}
