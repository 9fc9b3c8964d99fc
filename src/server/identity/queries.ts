import type { Selectable } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { Tables } from '#server/platform/tables.ts'

export type AccountRow = Selectable<Tables['account']>
export type SessionRow = Selectable<Tables['session']>

export function accountByUid(db: Db, uid: string) {
  return db.selectFrom('account').selectAll().where('uid', '=', uid).executeTakeFirst()
}

/** Locks the row until the transaction ends, so two changes of one account follow each other. */
export function lockAccount(db: Db, uid: string) {
  return db.selectFrom('account').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst()
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
