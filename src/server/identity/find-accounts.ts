import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#server/platform/db.ts'
import type { Tables } from '#server/platform/tables.ts'

export type AccountRow = Selectable<Tables['account']>
export type SessionRow = Selectable<Tables['session']>
export type ProviderRow = Selectable<Tables['accountProvider']>

export function accountByUid(db: Db, uid: string) {
  return db.selectFrom('account').selectAll().where('uid', '=', uid).executeTakeFirst()
}

/** Locks the row until the transaction ends, so two changes of one account follow each other. */
export function lockAccount(db: Db, uid: string) {
  return db.selectFrom('account').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst()
}

/** A session, its account and its person, unless that is hidden, in one look: nearly every call begins with it. */
export async function sessionHolder(db: Db, by: { id: string; uid: string } | { tokenHash: Buffer }) {
  let query = db
    .selectFrom('session')
    .innerJoin('account', 'account.uid', 'session.uid')
    .selectAll('account')
    .select(['session.id', 'session.tokenHash', 'session.provider', 'session.secondFactor', 'session.device'])
    .select(['session.signedInAt', 'session.lastUsedAt', 'session.expiresAt', 'session.endedAt'])
    .select(['session.previousHash', 'session.rotatedAt', 'session.seenAt'])
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
  const { tokenHash, previousHash, rotatedAt, seenAt, sessionCreatedAt: createdAt, person, ...account } = others
  const times = { signedInAt, createdAt, lastUsedAt, expiresAt, endedAt }
  const token = { tokenHash, previousHash, rotatedAt, seenAt }
  const session: SessionRow = { id, uid: account.uid, provider, secondFactor, device, ...token, ...times }
  return { account, session, person }
}

/** The session whose present or previous token this is. Whether the previous one still counts is decided by its caller. */
export function hasToken(tokenHash: Buffer) {
  return (eb: ExpressionBuilder<Tables, 'session'>) =>
    eb.or([eb('session.tokenHash', '=', tokenHash), eb('session.previousHash', '=', tokenHash)])
}

export function accountByEmail(db: Db, email: string) {
  return db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()
}

export function accountByProvider(db: Db, providerId: string, rawId: string) {
  return db
    .selectFrom('accountProvider')
    .innerJoin('account', 'account.uid', 'accountProvider.uid')
    .selectAll('account')
    .where('accountProvider.providerId', '=', providerId)
    .where('accountProvider.rawId', '=', rawId)
    .executeTakeFirst()
}

export function providersOf(db: Db, uid: string) {
  return db.selectFrom('accountProvider').selectAll().where('uid', '=', uid).orderBy('linkedAt').execute()
}

export function factorOf(db: Db, uid: string) {
  return db.selectFrom('secondFactor').selectAll().where('uid', '=', uid).executeTakeFirst()
}

export function passkeysOf(db: Db, uid: string) {
  return db.selectFrom('passkey').selectAll().where('uid', '=', uid).orderBy('createdAt').execute()
}

export function liveSessionsOf(db: Db, uid: string, now: Date) {
  return db
    .selectFrom('session')
    .selectAll()
    .where('uid', '=', uid)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .execute()
}

/** Whether the address itself signs in, by a password or by mailed links. One that only a provider brought does not. */
export function isPasswordAccount({ passwordHash, email, emailVerified }: AccountRow, linked = 0) {
  return passwordHash !== null || (email !== null && emailVerified && linked === 0)
}
