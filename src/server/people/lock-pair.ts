import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { personByRef } from './queries.ts'

/** Refuses the viewer's own id or handle. */
export async function findOtherPerson({ db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>, ref: string) {
  const person = await orNotFound(personByRef(db, ref))
  if (person.id === viewer.id) throw new Refusal('not-allowed', { message: 'You can’t do this to your own account.' })
  return person.id
}

/**
 * Locks the viewer and the other person until the transaction ends, in id order so that two people acting on each
 * other cannot deadlock. Refuses if either has been disabled meanwhile.
 */
export async function lockPair({ db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>, otherId: string) {
  const rows = await db
    .selectFrom('person')
    .select(['id', 'disabledAt'])
    .where('id', 'in', [viewer.id, otherId])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const isActive = (id: string) => rows.some((row) => row.id === id && row.disabledAt === null)
  if (!isActive(viewer.id)) throw new Refusal('user-disabled')
  if (!isActive(otherId)) throw new Refusal('not-found')
}
