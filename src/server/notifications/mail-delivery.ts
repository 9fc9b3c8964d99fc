import type { Ctx } from '#server/platform/ctx.ts'
import { queueMail } from '#server/platform/mail.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getSite } from '#server/settings/site.ts'
import { listForDelivery } from './present.ts'
import { renderNotificationMail } from './mail-content.ts'
import { listPreferences } from './preferences.ts'
import { createUnsubscribeLink } from './unsubscribe.ts'

const MAX_ITEMS = 20

/**
 * Writes one mail with everything due to one person. The mail and the removal of its queue rows commit together, so each
 * notification is mailed once even after a crash. True while there may be more.
 */
export async function deliverDueMail(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const personId = await duePerson(tx)
    if (personId === null) return false
    const taken = await takeDue(tx, personId)
    const email = await addressOf(tx, personId)
    const ids = await stillWanted(tx, personId, [...new Set(taken.map(({ notificationId }) => notificationId))])
    if (email !== null && ids.length > 0) {
      await writeMail(tx, { personId, email, ids, daily: taken.every(({ daily }) => daily) })
    }
    return true
  })
}

/** Locks the person, so that two processes never mail the same person at once. */
async function duePerson({ db, now }: Ctx) {
  const due = await db
    .selectFrom('notificationMail')
    .innerJoin('person', 'person.id', 'notificationMail.personId')
    .select('person.id')
    .where('notificationMail.dueAt', '<=', now())
    .orderBy('notificationMail.dueAt')
    .limit(1)
    .forNoKeyUpdate('person')
    .skipLocked()
    .executeTakeFirst()
  return due?.id ?? null
}

/** Takes everything that is not for the digest, even if its batch window is still open. */
function takeDue({ db, now }: Ctx, personId: string) {
  return db
    .deleteFrom('notificationMail')
    .where('personId', '=', personId)
    .where((eb) => eb.or([eb('dueAt', '<=', now()), eb('daily', '=', false)]))
    .returning(['notificationId', 'daily'])
    .execute()
}

/** The address that a person gets mail at. Null without a confirmed one, and for disabled people. */
export async function addressOf({ db }: Pick<Ctx, 'db'>, personId: string) {
  const account = await db
    .selectFrom('person')
    .innerJoin('account', 'account.uid', 'person.uid')
    .select('account.email')
    .where('person.id', '=', personId)
    .where('person.disabledAt', 'is', null)
    .where('account.disabledAt', 'is', null)
    .where('account.emailVerified', '=', true)
    .executeTakeFirst()
  return account?.email ?? null
}

/** Drops notifications read on the site since, and kinds turned off since. Latest first. */
async function stillWanted({ db }: Ctx, personId: string, ids: string[]) {
  const kinds = (await listPreferences(db, personId)).filter(({ email }) => email !== 'never').map(({ kind }) => kind)
  if (ids.length === 0 || kinds.length === 0) return []
  const rows = await db
    .selectFrom('notification')
    .select('id')
    .where('id', 'in', ids)
    .where('kind', 'in', kinds)
    // Notifications that are not listed on the site always count as unread.
    .where((eb) => eb.or([eb('readAt', 'is', null), eb('shown', '=', false)]))
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

type DueMail = { personId: string; email: string; ids: string[]; daily: boolean }

async function writeMail(tx: Ctx, { personId, email, ids, daily }: DueMail) {
  const notifications = await listForDelivery(tx, ids.slice(0, MAX_ITEMS))
  if (notifications.length === 0) return
  const [kind, ...others] = new Set(notifications.map((notification) => notification.kind))
  const only = kind !== undefined && others.length === 0 && ids.length <= MAX_ITEMS ? kind : null
  const unsubscribeAll = await createUnsubscribeLink(tx, personId, null)
  const unsubscribe = only && { kind: only, token: await createUnsubscribeLink(tx, personId, only) }
  const { name } = await getSite(tx)
  const more = Math.max(0, ids.length - MAX_ITEMS)
  const content = renderNotificationMail(tx.site, { name, daily, notifications, more, unsubscribe, unsubscribeAll })
  const token = unsubscribe?.token ?? unsubscribeAll
  const address = `${tx.site.origin}${tx.site.base}unsubscribe/${token}`
  await queueMail(tx, { kind: daily ? 'daily' : 'notification', to: email, ...content, unsubscribe: address })
}
