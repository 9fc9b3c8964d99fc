import { sql } from 'kysely'
import {
  type MailPace,
  type NotificationKind,
  type Preference,
  notificationKinds,
} from '#contract/notifications/notifications.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { pushKey } from './push-key.ts'
import { liveSubscriptions } from './subscriptions.ts'

/** How a kind is told to those who changed nothing: what is meant for them at once, news once a day, applause on the site alone. */
export const defaults: Record<NotificationKind, Omit<Preference, 'kind'>> = {
  'follow': { site: true, email: 'daily', push: false },
  'response': { site: true, email: 'now', push: true },
  'reply': { site: true, email: 'now', push: true },
  'mention': { site: true, email: 'now', push: true },
  'like': { site: true, email: 'never', push: false },
  'response-like': { site: true, email: 'never', push: false },
  'story': { site: true, email: 'daily', push: false },
  'review': { site: true, email: 'now', push: true },
  'byline': { site: true, email: 'now', push: true },
}

/** Of a row that `notification_preference as preference` is joined to from the left: whether the kind is in the list. */
export function wantsOnSite(kind: NotificationKind) {
  return sql<boolean>`coalesce(preference.site, ${defaults[kind].site}::boolean)`
}

/** The same for any way at all: whoever turned every way off is not told. */
export function wantsAnyhow(kind: NotificationKind) {
  const { site, email, push } = defaults[kind]
  return sql<boolean>`coalesce(preference.site or preference.push or preference.email <> 'never',
    ${site || push || email !== 'never'}::boolean)`
}

/** What a person wants of every kind, in the order of the kinds. */
export async function preferencesOf(db: Db, personId: string): Promise<Preference[]> {
  const changed = await db
    .selectFrom('notificationPreference')
    .select(['kind', 'site', 'email', 'push'])
    .where('personId', '=', personId)
    .execute()
  return notificationKinds.map(
    (kind) => changed.find((preference) => preference.kind === kind) ?? { kind, ...defaults[kind] },
  )
}

export async function ownPreferences(ctx: Ctx<Viewer>) {
  const { db, viewer } = ctx
  const [preferences, mailable, key, browsers] = await Promise.all([
    preferencesOf(db, viewer.id),
    isMailable(db, viewer.uid),
    pushKey(ctx),
    liveSubscriptions(ctx).select('endpoint').where('pushSubscription.personId', '=', viewer.id).execute(),
  ])
  const endpoints = browsers.map(({ endpoint }) => endpoint)
  return { preferences, mailable, pushKey: key.publicKey, browsers: endpoints.length, endpoints }
}

async function isMailable(db: Db, uid: string) {
  const account = await db
    .selectFrom('account')
    .select(['email', 'emailVerified'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  return account?.email !== null && account?.emailVerified === true
}

/** Kinds that are not named stay as they are. */
export async function changePreferences(ctx: Ctx<Viewer>, wanted: Preference[]) {
  await inTransaction(ctx, (tx) => keepPreferences(tx, tx.viewer.id, wanted))
  return { preferences: await preferencesOf(ctx.db, ctx.viewer.id) }
}

/** Ends mail of these kinds for a person, and leaves the rest of what they wish. Inside a transaction. */
export async function endMailOf(tx: Ctx, personId: string, kinds: readonly NotificationKind[]) {
  const never: MailPace = 'never'
  const preferences = await preferencesOf(tx.db, personId)
  const ended = preferences.filter(({ kind }) => kinds.includes(kind)).map((wish) => ({ ...wish, email: never }))
  await keepPreferences(tx, personId, ended)
}

async function keepPreferences({ db }: Ctx, personId: string, wanted: Preference[]) {
  await db
    .insertInto('notificationPreference')
    .values(wanted.map((preference) => ({ personId, ...preference })))
    .onConflict((conflict) =>
      conflict.columns(['personId', 'kind']).doUpdateSet((eb) => ({
        site: eb.ref('excluded.site'),
        email: eb.ref('excluded.email'),
        push: eb.ref('excluded.push'),
      })),
    )
    .execute()
}
