import { Refusal } from '#contract/errors.ts'
import type { Picture } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Sets or takes away the picture of a person. Inside a transaction. */
export async function setAvatar({ db, now, invalidate }: Ctx, id: string, avatar: Picture | null) {
  const changed = await db
    .updateTable('person')
    .set({ avatar: avatar && JSON.stringify(avatar), updatedAt: now() })
    .where('id', '=', id)
    .returning('uid')
    .executeTakeFirst()
  if (!changed) throw new Refusal('not-found')
  invalidate(`person:${id}`)
  return changed
}

export function namesOf({ db }: Pick<Ctx, 'db'>, ids: string[]) {
  return db.selectFrom('person').select(['id', 'name', 'handle']).where('id', 'in', ids).execute()
}
