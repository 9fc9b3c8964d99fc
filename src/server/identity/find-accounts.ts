import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { type Placeholders, type Value, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Db } from '#server/platform/db.ts'
import type { Tables } from '#server/platform/tables.ts'

export type AccountRow = Selectable<Tables['account']>
export type SessionRow = Selectable<Tables['session']>
export type ProviderRow = Selectable<Tables['accountProvider']>

export function findAccountByUid(db: Db, uid: string) {
  return db.selectFrom('account').selectAll().where('uid', '=', uid).executeTakeFirst()
}

/** Locks the row until the transaction ends, which serializes changes to one account. */
export function lockAccount(db: Db, uid: string) {
  return db.selectFrom('account').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst()
}

/** A session, its account and its person (unless disabled) in one query, because nearly every request needs it. */
export async function findHolder(db: Db, by: { id: string; uid: string } | { tokenHash: Buffer }) {
  let query = db
    .selectFrom('session')
    .innerJoin('account', 'account.uid', 'session.uid')
    .selectAll('account')
    .select(['session.id', 'session.tokenHash', 'session.provider', 'session.secondFactor', 'session.device'])
    .select(['session.signedInAt', 'session.lastUsedAt', 'session.expiresAt', 'session.endedAt'])
    .select(['session.previousHash', 'session.rotatedAt', 'session.seenAt', 'session.origin'])
    .select('session.createdAt as sessionCreatedAt')
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('person')
          .select(['person.id', 'person.handle', 'person.name', 'person.role', 'person.avatar'])
          .select(sql<boolean>`person.welcomed_at is not null`.as('welcomed'))
          .whereRef('person.uid', '=', 'account.uid')
          .where('person.disabledAt', 'is', null),
      ).as('person'),
    )
  if ('id' in by) query = query.where('session.id', '=', by.id).where('session.uid', '=', by.uid)
  else query = query.where(hasToken(by.tokenHash))
  const row = await query.executeTakeFirst()
  if (!row) return null
  const { id, provider, secondFactor, device, signedInAt, lastUsedAt, expiresAt, endedAt, ...others } = row
  const { origin, tokenHash, previousHash, rotatedAt, seenAt, sessionCreatedAt: createdAt, person, ...account } = others
  const times = { signedInAt, createdAt, lastUsedAt, expiresAt, endedAt }
  const token = { tokenHash, previousHash, rotatedAt, seenAt }
  const session: SessionRow = { id, uid: account.uid, provider, secondFactor, device, origin, ...token, ...times }
  return { account, session, person }
}

/** The active session of a cookie, with its person. */
export const sessionsByToken = compiledQuery((db, { tokenHash, at }: Placeholders<{ tokenHash: Buffer; at: Date }>) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.uid', 'session.uid')
    .innerJoin('person', 'person.uid', 'account.uid')
    .select(['session.id as sessionId', 'session.signedInAt'])
    .select(['session.tokenHash', 'session.rotatedAt', 'session.seenAt', 'session.expiresAt'])
    .select(['person.id', 'person.handle', 'person.name', 'person.role', 'person.avatar', 'person.welcomedAt'])
    .select('account.uid')
    .where(hasToken(tokenHash))
    // The refresh token of a session that was started on another site is no cookie.
    .where('session.origin', 'is', null)
    .where('session.endedAt', 'is', null)
    .where('session.expiresAt', '>', at)
    .where('account.disabledAt', 'is', null)
    .where('person.disabledAt', 'is', null),
)

/** Matches the current and the previous token. The caller decides whether the previous one is still accepted. */
export function hasToken(tokenHash: Value<Buffer>) {
  return (eb: ExpressionBuilder<Tables, 'session'>) =>
    eb.or([eb('session.tokenHash', '=', tokenHash), eb('session.previousHash', '=', tokenHash)])
}

export function findAccountByEmail(db: Db, email: string) {
  return db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()
}

type Linked = { providerId: string; issuer: string; rawId: string }

export function findAccountByProvider(db: Db, { providerId, issuer, rawId }: Linked) {
  return (
    db
      .selectFrom('accountProvider')
      .innerJoin('account', 'account.uid', 'accountProvider.uid')
      .selectAll('account')
      .where('accountProvider.providerId', '=', providerId)
      .where('accountProvider.rawId', '=', rawId)
      .where('accountProvider.issuer', 'in', issuersOf({ issuer }))
      // The link of this issuer, if there is one.
      .orderBy('accountProvider.issuer', 'desc')
      .executeTakeFirst()
  )
}

/** A link without an issuer is older than the column, and belongs to the issuer that uses it first. */
export function issuersOf({ issuer }: { issuer: string }) {
  return ['', issuer]
}

export function listProviders(db: Db, uid: string) {
  return db.selectFrom('accountProvider').selectAll().where('uid', '=', uid).orderBy('linkedAt').execute()
}

export function findSecondFactor(db: Db, uid: string) {
  return db.selectFrom('secondFactor').selectAll().where('uid', '=', uid).executeTakeFirst()
}

export function listPasskeys(db: Db, uid: string) {
  return db.selectFrom('passkey').selectAll().where('uid', '=', uid).orderBy('createdAt').execute()
}

export function listActiveSessions(db: Db, uid: string, now: Date) {
  return db
    .selectFrom('session')
    .selectAll()
    .where('uid', '=', uid)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .execute()
}

/** Whether the email itself signs in, by password or email link. An email that came from a provider does not. */
export function isPasswordAccount({ passwordHash, email, emailVerified }: AccountRow, linked = 0) {
  return passwordHash !== null || (email !== null && emailVerified && linked === 0)
}
