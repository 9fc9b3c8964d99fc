import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type Keys, isUsable } from './seal.ts'

const MOST_BROWSERS = 20

/** Tells this browser from now on, for as long as it is signed in. Whoever had it before is told no more. */
export async function beginPush(ctx: Ctx<Viewer>, { endpoint, keys }: { endpoint: string; keys: Keys }) {
  if (!isUsable(keys)) {
    throw new Refusal('invalid', { issues: [{ path: ['body', 'keys'], message: 'These are no keys of a browser.' }] })
  }
  await inTransaction(ctx, async ({ db, viewer, now, vault, signedIn, session }) => {
    // What was still to be told there goes with it: it may have been for somebody else.
    await db.deleteFrom('pushSubscription').where('endpoint', '=', endpoint).execute()
    const id = newId()
    const whose = { personId: viewer.id, sessionId: signedIn?.sessionId ?? null, device: session.device }
    await db
      .insertInto('pushSubscription')
      .values({
        id,
        endpoint,
        p256dh: keys.p256dh,
        auth: vault.seal(authPlace(id), keys.auth),
        ...whose,
        createdAt: now(),
      })
      .execute()
    const tooMany = db
      .selectFrom('pushSubscription')
      .select('id')
      .where('personId', '=', viewer.id)
      .orderBy('createdAt', 'desc')
      .offset(MOST_BROWSERS)
    await db.deleteFrom('pushSubscription').where('id', 'in', tooMany).execute()
  })
  return {}
}

/** Where the secret that a browser shares with this site is stored. */
export function authPlace(subscriptionId: string) {
  return placeOf('push_subscription.auth', subscriptionId)
}

/** Ends it; somebody else's stays, and nobody learns whether there is one. */
export async function endPush({ db, viewer }: Ctx<Viewer>, endpoint: string) {
  await db.deleteFrom('pushSubscription').where('endpoint', '=', endpoint).where('personId', '=', viewer.id).execute()
  return {}
}

/** Browsers whose sign-in goes on. */
export function liveSubscriptions({ db, now }: Pick<Ctx, 'db' | 'now'>) {
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
