import { HOUR_MS } from '#contract/constants.ts'
import { SECRET_OVERLAP_HOURS } from '#contract/webhooks/event-types.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import { newSecret } from './signature.ts'

/** Returns the clear text, which is not readable again. Must run in a transaction. */
export async function addSecret({ db, now, vault }: Ctx, webhookId: string) {
  const id = newId()
  const secret = newSecret()
  const sealed = vault.seal(placeOf('webhook_secret.secret', id), secret)
  await db.insertInto('webhookSecret').values({ id, webhookId, secret: sealed, createdAt: now() }).execute()
  return secret
}

/** Earlier secrets also sign for a day, so that receivers can be updated meanwhile; with `revoke` they end now. */
export async function expireSecrets({ db, now }: Ctx, webhookId: string, revoke: boolean) {
  const until = new Date(now().getTime() + SECRET_OVERLAP_HOURS * HOUR_MS)
  const earlier = db.deleteFrom('webhookSecret').where('webhookId', '=', webhookId)
  if (revoke) return void (await earlier.execute())
  await earlier.where('expiresAt', '<=', now()).execute()
  await db
    .updateTable('webhookSecret')
    .set({ expiresAt: until })
    .where('webhookId', '=', webhookId)
    .where('expiresAt', 'is', null)
    .execute()
}

/** The secrets that sign now, newest first. */
export async function activeSecrets({ db, now, vault }: Ctx, webhookId: string) {
  const rows = await db
    .selectFrom('webhookSecret')
    .select(['id', 'secret'])
    .where('webhookId', '=', webhookId)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now())]))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(({ id, secret }) => vault.open(placeOf('webhook_secret.secret', id), secret))
}
