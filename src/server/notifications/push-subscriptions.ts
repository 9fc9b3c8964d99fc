import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type SubscriptionKeys, areKeysValid } from './push-encryption.ts'

const MAX_BROWSERS = 20

/** Subscribes this browser while its session lasts. Replaces a subscription of another account in the same browser. */
export async function subscribeToPush(
  ctx: Ctx<Viewer>,
  { endpoint, keys }: { endpoint: string; keys: SubscriptionKeys },
) {
  if (!areKeysValid(keys)) {
    throw new Refusal('invalid', {
      issues: [{ path: ['body', 'keys'], message: 'The keys of the push subscription are invalid.' }],
    })
  }
  await inTransaction(ctx, async ({ db, viewer, now, vault, signedIn, session }) => {
    // Also deletes pending pushes, which may belong to another account.
    await db.deleteFrom('pushSubscription').where('endpoint', '=', endpoint).execute()
    const id = newId()
    const owner = { personId: viewer.id, sessionId: signedIn?.sessionId ?? null, device: session.device }
    await db
      .insertInto('pushSubscription')
      .values({
        id,
        endpoint,
        p256dh: keys.p256dh,
        auth: vault.seal(authPlace(id), keys.auth),
        ...owner,
        createdAt: now(),
      })
      .execute()
    const tooMany = db
      .selectFrom('pushSubscription')
      .select('id')
      .where('personId', '=', viewer.id)
      .orderBy('createdAt', 'desc')
      .offset(MAX_BROWSERS)
    await db.deleteFrom('pushSubscription').where('id', 'in', tooMany).execute()
  })
  return {}
}

/** The vault location of the auth secret. */
export function authPlace(subscriptionId: string) {
  return placeOf('push_subscription.auth', subscriptionId)
}

/** Ignores subscriptions of other accounts, without revealing that they exist. */
export async function unsubscribeFromPush({ db, viewer }: Ctx<Viewer>, endpoint: string) {
  await db.deleteFrom('pushSubscription').where('endpoint', '=', endpoint).where('personId', '=', viewer.id).execute()
  return {}
}

/** Subscriptions whose session is still valid. */
export function activeSubscriptions({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  return db
    .selectFrom('pushSubscription')
    .leftJoin('session', 'session.id', 'pushSubscription.sessionId')
    .where((eb) =>
      eb.or([
        eb('pushSubscription.sessionId', 'is', null),
        eb.and([eb('session.endedAt', 'is', null), eb('session.expiresAt', '>', now())]),
      ]),
    )
}
