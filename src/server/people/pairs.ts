import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { personByRef } from './queries.ts'

/** Somebody else than the viewer, by id or handle. */
export async function somebodyElse({ db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>, ref: string) {
  const person = await orNotFound(personByRef(db, ref))
  if (person.id === viewer.id) throw new Refusal('not-allowed', { message: 'That is you.' })
  return person.id
}

/**
 * Holds the viewer and the other until the transaction ends. Always in the order of their ids, so that two people who
 * mean each other do not wait for each other. Whoever was hidden meanwhile is refused.
 */
export async function lockPair({ db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>, otherId: string) {
  const rows = await db
    .selectFrom('person')
    .select(['id', 'disabledAt'])
    .where('id', 'in', [viewer.id, otherId])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const shown = (id: string) => rows.some((row) => row.id === id && row.disabledAt === null)
  if (!shown(viewer.id)) throw new Refusal('user-disabled')
  if (!shown(otherId)) throw new Refusal('not-found')
}
