import { Refusal } from '#contract/errors.ts'
import type { Picture } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Must run in a transaction. */
export async function setAvatar({ db, now, invalidate }: Ctx, id: string, avatar: Picture | null) {
  const changed = await db
    .updateTable('person')
    .set({ avatar: avatar && JSON.stringify(avatar), updatedAt: now() })
    .where('id', '=', id)
    .returning('uid')
    .executeTakeFirst()
  if (!changed) throw new Refusal('not-found')
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
