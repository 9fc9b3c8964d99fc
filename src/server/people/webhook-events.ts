import type { Ctx } from '#server/platform/ctx.ts'
import { emitWebhook } from '#server/webhooks/emit.ts'
import { describePerson, describePicture } from '#server/webhooks/event-data.ts'

/** Describes the public profile. Call in the transaction of the change. */
export function emitPerson(tx: Ctx, type: 'person.created' | 'person.updated', id: string) {
  return emitWebhook(tx, type, async () => {
    const person = await tx.db
      .selectFrom('person')
      .select(['id', 'handle', 'name', 'about', 'avatar', 'createdAt'])
      .where('id', '=', id)
      // A disabled profile is not public.
      .where('disabledAt', 'is', null)
      .executeTakeFirst()
    if (!person) return null
    const { about, avatar, createdAt } = person
    const picture = describePicture(tx.site, avatar)
    return {
      data: { ...describePerson(tx.site, person), about, avatar: picture, joinedAt: createdAt.toISOString() },
      people: [id],
    }
  })
}

export function emitHiddenPerson(tx: Ctx, type: 'person.disabled' | 'person.deleted', id: string) {
  return emitWebhook(tx, type, () => ({ data: { id } }))
}
