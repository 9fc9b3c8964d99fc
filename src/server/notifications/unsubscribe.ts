import { HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { type NotificationKind, notificationKinds } from '#contract/notifications/notifications.ts'
import { hashOf, newSecret } from '#server/identity/secrets.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { endMailOf, preferencesOf } from './preferences.ts'

const YEAR_MS = 365 * 24 * HOUR_MS

/** A link that ends mail of one kind, or of all when it is null. Its secret is in the mail and nowhere else. Inside a transaction. */
export async function newUnsubscribeLink({ db, now }: Ctx, personId: string, kind: NotificationKind | null) {
  const { token, hash: tokenHash } = newSecret()
  await db.insertInto('unsubscribeLink').values({ tokenHash, personId, kind, createdAt: now() }).execute()
  return token
}

/** What the link would end, and whether that has ended already. Changes nothing: mail programs open links by themselves. */
export async function lookAtUnsubscribing({ db }: Ctx, token: string) {
  const link = await linkOf(db, token)
  const preferences = await preferencesOf(db, link.personId)
  const kinds = kindsOf(link)
  return { kind: link.kind, ended: preferences.every(({ kind, email }) => email === 'never' || !kinds.includes(kind)) }
}

/** Ends it. As often as it is asked, with the same outcome. */
export async function unsubscribe(ctx: Ctx, token: string) {
  await inTransaction(ctx, async (tx) => {
    const link = await linkOf(tx.db, token)
    await endMailOf(tx, link.personId, kindsOf(link))
  })
}

async function linkOf(db: Db, token: string) {
  const link = await db
    .selectFrom('unsubscribeLink')
    .select(['personId', 'kind'])
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirst()
  if (!link) throw new Refusal('not-found')
  return link
}

function kindsOf({ kind }: { kind: NotificationKind | null }) {
  return kind === null ? notificationKinds : [kind]
}

/** A mail may lie in a mailbox for a while; after a year its link no longer works. */
export async function sweepUnsubscribeLinks(db: Db, now: Date) {
  await db
    .deleteFrom('unsubscribeLink')
    .where('createdAt', '<', new Date(now.getTime() - YEAR_MS))
    .execute()
}
