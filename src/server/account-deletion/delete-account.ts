import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { deleteApiKeysOf } from '#server/api-keys/manage.ts'
import { withdrawArticlesOf } from '#server/articles/withdraw-all.ts'
import { recordAudit } from '#server/audit/record.ts'
import { deleteDismissalsOf } from '#server/banners/current-announcements.ts'
import { deleteReaderLists } from '#server/bookmarks/delete-lists.ts'
import { deleteReadingOf } from '#server/discovery/readings.ts'
import { unfollowAllTopics } from '#server/discovery/topics.ts'
import { deleteMemberReadsOf } from '#server/earnings/member-reads.ts'
import { eraseAccount } from '#server/identity/account-lifecycle.ts'
import { revokeEndedSessions } from '#server/identity/service-sessions.ts'
import { deleteAllMediaOf } from '#server/media/delete-media.ts'
import { removeAtService } from '#server/media/service-media.ts'
import { eraseMembershipOf } from '#server/membership/erase.ts'
import { eraseModerationOf } from '#server/moderation/erase.ts'
import { deleteDeliveriesTo } from '#server/notifications/deliveries.ts'
import { requireOtherAdmin, requireStillAdmin } from '#server/people/last-admin.ts'
import { anonymizePerson, lockPeople, findPersonByUid } from '#server/people/person-records.ts'
import { deleteExportsOf } from '#server/people-admin/export/exports.ts'
import { deleteNotesAbout } from '#server/people-admin/notes.ts'
import { deleteGiftLinksOf } from '#server/paywall/gift-links.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { closeBerryAccount } from '#server/rewards/close-account.ts'
import { deleteObjectsOf } from '#server/storage/objects.ts'
import { eraseEventsAbout } from '#server/webhooks/emit.ts'

/** A person without an account is one of the demo; an account without a person is anonymous. */
type Erased = { uid: string | null; personId: string | null; reason: string }

/**
 * Deletes an account, trashes the stories of its person and anonymizes the rest, in one transaction. Then the
 * files and sessions at external services are deleted, the files first: that needs the caller's token.
 */
export async function deleteAccount(ctx: Ctx, uid: string) {
  const person = await findPersonByUid(ctx.db, uid)
  await erase(ctx, { uid, personId: person?.id ?? null, reason: '' })
}

/** For an admin, who repeats the handle. Admins delete their own account on their account page. */
export async function erasePerson(ctx: Ctx<Viewer>, id: string, given: { handle: string; reason: string }) {
  if (id === ctx.viewer.id)
    throw new Refusal('not-allowed', { message: 'Delete your own account on your account page.' })
  const person = await orNotFound(
    ctx.db
      .selectFrom('person')
      .select(['uid', 'handle'])
      .where('id', '=', id)
      .where('erasedAt', 'is', null)
      .executeTakeFirst(),
  )
  if (given.handle.trim().toLowerCase().replace(/^@/, '') !== person.handle)
    throw new Refusal('invalid', {
      issues: [{ path: ['body', 'handle'], message: `Type ${person.handle} to continue.` }],
    })
  await erase(ctx, { uid: person.uid, personId: id, reason: given.reason }, requireStillAdmin)
  return { done: true as const }
}

async function erase(ctx: Ctx, { uid, personId, reason }: Erased, authorize?: (tx: Ctx) => Promise<void>) {
  const media = await inTransaction(ctx, async (tx) => {
    await authorize?.(tx)
    // First, because admins are locked before other people.
    if (personId) await requireOtherAdmin(tx, personId)
    const deleted = personId ? await deletePerson(tx, personId) : []
    if (uid) {
      await deleteObjectsOf(tx, uid)
      await eraseAccount(tx, uid)
    }
    const target = personId ? { kind: 'person', id: personId } : { kind: 'account', id: uid ?? '' }
    await recordAudit(tx, { action: 'person.erased', target, reason })
    return deleted
  })
  await removeAtService(ctx, media)
  if (uid) await revokeEndedSessions(ctx, uid)
}

async function deletePerson(tx: Ctx, id: string) {
  // Locked before the bylines are read, so that no article can add this person meanwhile.
  await lockPeople(tx.db, [id])
  await withdrawArticlesOf(tx, id)
  const media = await deleteAllMediaOf(tx, id)
  await deleteDeliveriesTo(tx, id)
  await deleteReaderLists(tx, id)
  await unfollowAllTopics(tx, id)
  await deleteDismissalsOf(tx, id)
  await eraseEventsAbout(tx, id)
  await deleteReadingOf(tx, id)
  await closeBerryAccount(tx, id)
  await deleteMemberReadsOf(tx, id)
  await deleteGiftLinksOf(tx, id)
  await deleteNotesAbout(tx, id)
  await deleteApiKeysOf(tx, id)
  await deleteExportsOf(tx, id)
  await eraseModerationOf(tx, id)
  await eraseMembershipOf(tx, id)
  await anonymizePerson(tx, id)
  return media
}
