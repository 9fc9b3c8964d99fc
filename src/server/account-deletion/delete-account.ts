import { Refusal } from '#contract/errors.ts'
import { withdrawArticlesOf } from '#server/articles/withdraw-all.ts'
import { deleteReaderLists } from '#server/bookmarks/delete-lists.ts'
import { eraseAccount } from '#server/identity/account-lifecycle.ts'
import { deleteAllMediaOf } from '#server/media/delete-media.ts'
import { deleteDeliveriesTo } from '#server/notifications/deliveries.ts'
import { anonymizePerson, lockPeople, findPersonByUid } from '#server/people/person-records.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { deleteObjectsOf } from '#server/storage/objects.ts'

/** Deletes an account, trashes the stories of its person and anonymizes the rest, in one transaction. */
export async function deleteAccount(ctx: Ctx, uid: string) {
  await inTransaction(ctx, async (tx) => {
    const person = await findPersonByUid(tx.db, uid)
    if (person?.role === 'admin') await requireOtherAdmin(tx, person.id)
    if (person) {
      // Locked before the bylines are read, so that no article can add this person meanwhile.
      await lockPeople(tx.db, [person.id])
      await withdrawArticlesOf(tx, person.id)
      await deleteAllMediaOf(tx, person.id)
      await deleteDeliveriesTo(tx, person.id)
      await deleteReaderLists(tx, person.id)
      await anonymizePerson(tx, person.id)
    }
    await deleteObjectsOf(tx, uid)
    await eraseAccount(tx, uid)
  })
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
