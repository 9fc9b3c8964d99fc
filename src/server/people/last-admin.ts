import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'

/**
 * Locks the admins who can sign in, so that changes of admins happen one after another. Lock them before any other
 * person: two admins who demote each other would wait for each other otherwise. Must run in a transaction.
 */
export async function lockAdmins(db: Db): Promise<string[]> {
  const admins = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
    .where('uid', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return admins.map(({ id }) => id)
}

/** Refuses what would leave the site without an admin. Must run in a transaction. */
export async function requireOtherAdmin({ db }: Pick<Ctx, 'db'>, id: string) {
  const admins = await lockAdmins(db)
  if (admins.length === 1 && admins[0] === id)
    throw new Refusal('admin-restricted-operation', {
      reason: 'the last admin',
      message: 'This is the last admin. Make another person an admin first.',
    })
}

/** Refuses an admin who was demoted or disabled since the request began. Must run in a transaction. */
export async function requireStillAdmin({ db, viewer }: Pick<Ctx, 'db' | 'viewer'>) {
  const admins = await lockAdmins(db)
  if (viewer && !admins.includes(viewer.id)) throw new Refusal('not-allowed')
}
