import { Refusal } from '#contract/errors.ts'
import type { Picture } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Sets or takes away the picture at the head of a profile. Inside a transaction. */
export async function setHeader({ db, now, invalidate }: Ctx, id: string, header: Picture | null) {
  const changed = await db
    .updateTable('person')
    .set({ header: header && JSON.stringify(header), updatedAt: now() })
    .where('id', '=', id)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw new Refusal('not-found')
  invalidate(`person:${id}`)
}
