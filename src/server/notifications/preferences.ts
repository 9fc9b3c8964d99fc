import { sql } from 'kysely'
import {
  type MailFrequency,
  type MailKind,
  type NotificationKind,
  type Preference,
  notificationKinds,
} from '#contract/notifications/notifications.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getPushKey } from './push-key.ts'
import { activeSubscriptions } from './push-subscriptions.ts'

const WEEKLY = 'weekly-summary' satisfies MailKind

/** Defaults: personal kinds are mailed immediately, news daily, likes on the site only. */
export const defaultPreferences: Record<NotificationKind, Omit<Preference, 'kind'>> = {
  'follow': { site: true, email: 'daily', push: false },
  'response': { site: true, email: 'now', push: true },
  'reply': { site: true, email: 'now', push: true },
  'mention': { site: true, email: 'now', push: true },
  'like': { site: true, email: 'never', push: false },
  'response-like': { site: true, email: 'never', push: false },
  'story': { site: true, email: 'daily', push: false },
  'review': { site: true, email: 'now', push: true },
  'byline': { site: true, email: 'now', push: true },
  'submission': { site: true, email: 'daily', push: false },
  'assignment': { site: true, email: 'now', push: true },
  'note': { site: true, email: 'daily', push: false },
  'approval': { site: true, email: 'now', push: true },
  'moderation': { site: true, email: 'now', push: true },
  'membership': { site: true, email: 'now', push: true },
  'berries': { site: true, email: 'daily', push: false },
  'reward': { site: true, email: 'now', push: false },
}

/** Requires a left join of `notification_preference as preference`. */
export function wantsOnSite(kind: NotificationKind) {
  return sql<boolean>`coalesce(preference.site, ${defaultPreferences[kind].site}::boolean)`
}

export function wantsMail(kind: NotificationKind) {
  return sql<boolean>`coalesce(preference.email, ${defaultPreferences[kind].email}) <> 'never'`
}

export function wantsPush(kind: NotificationKind) {
  return sql<boolean>`coalesce(preference.push, ${defaultPreferences[kind].push}::boolean)`
}

/** False when every channel is turned off. Requires the same join. */
export function wantsAnyChannel(kind: NotificationKind) {
  const { site, email, push } = defaultPreferences[kind]
  return sql<boolean>`coalesce(preference.site or preference.push or preference.email <> 'never',
    ${site || push || email !== 'never'}::boolean)`
}

/** One preference per kind, in the order of the kinds. */
export async function listPreferences(db: Db, personId: string): Promise<Preference[]> {
  const changed = await db
    .selectFrom('notificationPreference')
    .select(['kind', 'site', 'email', 'push'])
    .where('personId', '=', personId)
    .execute()
  return notificationKinds.map((kind) => ({
    ...(changed.find((preference) => preference.kind === kind) ?? defaultPreferences[kind]),
    kind,
  }))
}

/** The kinds that are mailed to a person, at once or daily, and the weekly summary. */
export async function listMailedKinds(db: Db, personId: string): Promise<MailKind[]> {
  const [preferences, isWeekly] = await Promise.all([listPreferences(db, personId), wantsWeeklySummary(db, personId)])
  const kinds = preferences.filter(({ email }) => email !== 'never').map(({ kind }) => kind)
  return isWeekly ? [...kinds, WEEKLY] : kinds
}

/** On, unless a row turns it off. */
export async function wantsWeeklySummary(db: Db, personId: string) {
  const off = await db
    .selectFrom('notificationPreference')
    .select('kind')
    .where('personId', '=', personId)
    .where('kind', '=', WEEKLY)
    .executeTakeFirst()
  return off === undefined
}

export async function updateWeeklySummary(ctx: Ctx<Viewer>, wanted: boolean) {
  await inTransaction(ctx, (tx) => saveWeeklySummary(tx, tx.viewer.id, wanted))
  return { weeklySummary: wanted }
}

async function saveWeeklySummary({ db }: Ctx, personId: string, wanted: boolean) {
  if (!wanted) return savePreferences({ db }, personId, [{ kind: WEEKLY, site: false, email: 'never', push: false }])
  await db.deleteFrom('notificationPreference').where('personId', '=', personId).where('kind', '=', WEEKLY).execute()
}

export async function getPreferences(ctx: Ctx<Viewer>) {
  const { db, viewer } = ctx
  const [preferences, weeklySummary, mailable, key, browsers] = await Promise.all([
    listPreferences(db, viewer.id),
    wantsWeeklySummary(db, viewer.id),
    isMailable(db, viewer.uid),
    getPushKey(ctx),
    activeSubscriptions(ctx).select('endpoint').where('pushSubscription.personId', '=', viewer.id).execute(),
  ])
  const endpoints = browsers.map(({ endpoint }) => endpoint)
  return { preferences, weeklySummary, mailable, pushKey: key.publicKey, browsers: endpoints.length, endpoints }
}

async function isMailable(db: Db, uid: string) {
  const account = await db
    .selectFrom('account')
    .select(['email', 'emailVerified'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  return account?.email !== null && account?.emailVerified === true
}

/** Kinds that are left out stay unchanged. */
export async function updatePreferences(ctx: Ctx<Viewer>, wanted: Preference[]) {
  await inTransaction(ctx, (tx) => savePreferences(tx, tx.viewer.id, wanted))
  return { preferences: await listPreferences(ctx.db, ctx.viewer.id) }
}

/** Turns off mail for these kinds only. Call inside a transaction. */
export async function disableMail(tx: Ctx, personId: string, kinds: readonly MailKind[]) {
  const never: MailFrequency = 'never'
  if (kinds.includes(WEEKLY)) await saveWeeklySummary(tx, personId, false)
  const preferences = await listPreferences(tx.db, personId)
  const disabled = preferences
    .filter(({ kind }) => kinds.includes(kind))
    .map((preference) => ({ ...preference, email: never }))
  if (disabled.length > 0) await savePreferences(tx, personId, disabled)
}

type StoredPreference = Omit<Preference, 'kind'> & { kind: MailKind }

async function savePreferences({ db }: Pick<Ctx, 'db'>, personId: string, wanted: StoredPreference[]) {
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
