import type { Ctx } from '#server/platform/ctx.ts'
import { queueMail } from '#server/platform/mail.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getSite as siteWords } from '#server/settings/site.ts'
import { linesToDeliver } from './delivery-lines.ts'
import { wordsOf } from './mail-words.ts'
import { preferencesOf } from './preferences.ts'
import { newUnsubscribeLink } from './unsubscribe.ts'

const MOST_LINES = 20

/**
 * Writes one mail to one person of all that is due to them. The mail and the end of its causes commit together, so whatever
 * dies in between, each is mailed once. True while there may be others.
 */
export async function mailDue(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const personId = await duePerson(tx)
    if (personId === null) return false
    const taken = await takeDue(tx, personId)
    const email = await addressOf(tx, personId)
    const ids = await stillWanted(tx, personId, [...new Set(taken.map(({ notificationId }) => notificationId))])
    if (email !== null && ids.length > 0) {
      await write(tx, { personId, email, ids, daily: taken.every(({ daily }) => daily) })
    }
    return true
  })
}

/** The row of the person stays locked, so that two processes never write to one person at once. */
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

/** What is due, and with it what would be due in a moment. */
function takeDue({ db, now }: Ctx, personId: string) {
  return db
    .deleteFrom('notificationMail')
    .where('personId', '=', personId)
    .where((eb) => eb.or([eb('dueAt', '<=', now()), eb('daily', '=', false)]))
    .returning(['notificationId', 'daily'])
    .execute()
}

/** Where mail reaches the person, if it still does. */
async function addressOf({ db }: Ctx, personId: string) {
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

/** Without what was read on the site meanwhile, and without kinds that are no longer wanted. The latest first. */
async function stillWanted({ db }: Ctx, personId: string, ids: string[]) {
  const kinds = (await preferencesOf(db, personId)).filter(({ email }) => email !== 'never').map(({ kind }) => kind)
  if (ids.length === 0 || kinds.length === 0) return []
  const rows = await db
    .selectFrom('notification')
    .select('id')
    .where('id', 'in', ids)
    .where('kind', 'in', kinds)
    // What is not shown on the site cannot have been read there.
    .where((eb) => eb.or([eb('readAt', 'is', null), eb('shown', '=', false)]))
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

type Writing = { personId: string; email: string; ids: string[]; daily: boolean }

async function write(tx: Ctx, { personId, email, ids, daily }: Writing) {
  const lines = await linesToDeliver(tx, ids.slice(0, MOST_LINES))
  if (lines.length === 0) return
  const [kind, ...others] = new Set(lines.map((line) => line.kind))
  const only = kind !== undefined && others.length === 0 && ids.length <= MOST_LINES ? kind : null
  const unsubscribeAll = await newUnsubscribeLink(tx, personId, null)
  const unsubscribe = only && { kind: only, token: await newUnsubscribeLink(tx, personId, only) }
  const { name } = await siteWords(tx)
  const more = Math.max(0, ids.length - MOST_LINES)
  const words = wordsOf(tx.site, { name, daily, lines, more, unsubscribe, unsubscribeAll })
  const token = unsubscribe?.token ?? unsubscribeAll
  const address = `${tx.site.origin}${tx.site.base}unsubscribe/${token}`
  await queueMail(tx, { kind: daily ? 'daily' : 'notification', to: email, ...words, unsubscribe: address })
}
