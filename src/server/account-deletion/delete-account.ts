import { Refusal } from '#contract/errors.ts'
import { withdrawArticlesOf } from '#server/articles/withdraw-all.ts'
import { deleteReaderLists } from '#server/bookmarks/delete-lists.ts'
import { eraseAccount } from '#server/identity/account-lifecycle.ts'
import { revokeEndedSessions } from '#server/identity/service-sessions.ts'
import { deleteAllMediaOf } from '#server/media/delete-media.ts'
import { removeAtService } from '#server/media/service-media.ts'
import { eraseModerationOf } from '#server/moderation/erase.ts'
import { deleteDeliveriesTo } from '#server/notifications/deliveries.ts'
import { anonymizePerson, lockPeople, findPersonByUid } from '#server/people/person-records.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { deleteObjectsOf } from '#server/storage/objects.ts'

/**
 * Deletes an account, trashes the stories of its person and anonymizes the rest, in one transaction. Then the
 * files and sessions at external services are deleted, the files first: that needs the caller's token.
 */
export async function deleteAccount(ctx: Ctx, uid: string) {
  const media = await inTransaction(ctx, async (tx) => {
    const person = await findPersonByUid(tx.db, uid)
    if (person?.role === 'admin') await requireOtherAdmin(tx, person.id)
    const deleted = person ? await deletePerson(tx, person.id) : []
    await deleteObjectsOf(tx, uid)
    await eraseAccount(tx, uid)
    return deleted
  })
  await removeAtService(ctx, media)
  await revokeEndedSessions(ctx, uid)
}

async function deletePerson(tx: Ctx, id: string) {
  // Locked before the bylines are read, so that no article can add this person meanwhile.
  await lockPeople(tx.db, [id])
  await withdrawArticlesOf(tx, id)
  const media = await deleteAllMediaOf(tx, id)
  await deleteDeliveriesTo(tx, id)
  await deleteReaderLists(tx, id)
  await eraseModerationOf(tx, id)
  await anonymizePerson(tx, id)
  return media
}

/** Locks the admin rows, so that the last two admins cannot delete their accounts at once. */
async function requireOtherAdmin({ db }: Ctx, id: string) {
  const admins = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!admins.some((admin) => admin.id !== id))
    throw new Refusal('admin-restricted-operation', { reason: 'the last admin' })
}
