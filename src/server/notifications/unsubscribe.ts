import { HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { type MailKind, mailKinds } from '#contract/notifications/notifications.ts'
import { hashSecret, createSecret } from '#server/identity/secrets.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { disableMail, listMailedKinds } from './preferences.ts'

const YEAR_MS = 365 * 24 * HOUR_MS

/** A token that unsubscribes from one kind, or from all when null. Only its hash is stored. Call inside a transaction. */
export async function createUnsubscribeLink({ db, now }: Ctx, personId: string, kind: MailKind | null) {
  const { token, hash: tokenHash } = createSecret()
  await db.insertInto('unsubscribeLink').values({ tokenHash, personId, kind, createdAt: now() }).execute()
  return token
}

/** Read-only, because mail clients prefetch links. */
export async function getUnsubscribeState({ db }: Ctx, token: string) {
  const link = await linkOf(db, token)
  const mailed = await listMailedKinds(db, link.personId)
  const kinds = kindsOf(link)
  return { kind: link.kind, ended: !mailed.some((kind) => kinds.includes(kind)) }
}

/** Idempotent. */
export async function unsubscribe(ctx: Ctx, token: string) {
  await inTransaction(ctx, async (tx) => {
    const link = await linkOf(tx.db, token)
    await disableMail(tx, link.personId, kindsOf(link))
  })
}

async function linkOf(db: Db, token: string) {
  const link = await db
    .selectFrom('unsubscribeLink')
    .select(['personId', 'kind'])
    .where('tokenHash', '=', hashSecret(token))
    .executeTakeFirst()
  if (!link) throw new Refusal('not-found')
  return link
}

function kindsOf({ kind }: { kind: MailKind | null }): readonly MailKind[] {
  return kind === null ? mailKinds : [kind]
}

/** Links expire after a year. */
export async function sweepUnsubscribeLinks(db: Db, now: Date) {
  await db
    .deleteFrom('unsubscribeLink')
    .where('createdAt', '<', new Date(now.getTime() - YEAR_MS))
    .execute()
}
