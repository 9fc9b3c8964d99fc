import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/tables.ts'

export type BackupRow = Selectable<Tables['backup']>
type Times = { now: Date; until: Date }

const MAX_LISTED = 100

const withPerson = (db: Db) =>
  db
    .selectFrom('backup')
    .leftJoin('person', 'person.id', 'backup.madeBy')
    .selectAll('backup')
    .select(['person.name as personName', 'person.handle as personHandle'])

export type ListedBackup = Awaited<ReturnType<typeof newestBackups>>[number]

export function newestBackups(db: Db) {
  return withPerson(db).orderBy('backup.createdAt', 'desc').orderBy('backup.id', 'desc').limit(MAX_LISTED).execute()
}

export function backupById(db: Db, id: string) {
  return withPerson(db).where('backup.id', '=', id).executeTakeFirst()
}

export function lockBackup(db: Db, id: string) {
  return db.selectFrom('backup').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The name of the file says when it was made, and a part of the id makes it unique. */
function newRow(now: Date) {
  const id = newId()
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-')
  return { id, state: 'waiting', createdAt: now, file: `bramble-${time}Z-${id.slice(0, 6)}.tar` }
}

/** Null when a backup is waiting or running. */
export async function insertBackup(db: Db, { now, madeBy }: { now: Date; madeBy: string | null }) {
  // Two people who start one at once get one.
  await sql`select pg_advisory_xact_lock(hashtext('backup'))`.execute(db)
  const open = await db
    .selectFrom('backup')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  if (open) return null
  return db
    .insertInto('backup')
    .values({ ...newRow(now), madeBy })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function insertScheduled(db: Db, { slot, now }: { slot: Date; now: Date }) {
  return db
    .insertInto('backup')
    .values({ ...newRow(now), slot })
    .onConflict((conflict) => conflict.column('slot').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export function firstWaiting(db: Db) {
  return db.selectFrom('backup').select('id').where('state', '=', 'waiting').orderBy('createdAt').executeTakeFirst()
}

export function waitingWork(db: Db) {
  return db
    .selectFrom('backup')
    .selectAll()
    .where((eb) => eb.or([eb('state', '=', 'waiting'), eb('verifyState', '=', 'waiting')]))
    .orderBy('createdAt')
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Fails with a unique violation while other work is running. */
export function takeLease(db: Db, { id, state }: BackupRow, leaseId: string, { now, until }: Times) {
  const lease = { leaseId, leaseUntil: until, stage: null, done: 0, total: 0 }
  const started = state === 'waiting' ? { state: 'running', startedAt: now } : { verifyState: 'running' }
  return db
    .updateTable('backup')
    .set({ ...lease, ...started })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Change = Partial<Omit<BackupRow, 'id'>>

/** Returns false when the lease was lost: other processes then count the work as failed. */
export async function updateLeased(db: Db, leaseId: string, change: Change) {
  const { numUpdatedRows } = await db
    .updateTable('backup')
    .set(change)
    .where('leaseId', '=', leaseId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const ended = { leaseId: null, leaseUntil: null, stage: null }

/** Work whose process was killed. */
export function abandonedWork(db: Db, now: Date) {
  return db
    .selectFrom('backup')
    .selectAll()
    .where((eb) => eb.or([eb('state', '=', 'running'), eb('verifyState', '=', 'running')]))
    .where('leaseUntil', '<', now)
    .forUpdate()
    .skipLocked()
    .execute()
}

export function updateBackup(db: Db, id: string, change: Change) {
  return db.updateTable('backup').set(change).where('id', '=', id).execute()
}

export function deleteRow(db: Db, id: string) {
  return db.deleteFrom('backup').where('id', '=', id).execute()
}

/** Scheduled backups beyond the newest `keep` whole ones, and failed ones from before `failedBefore`. */
export async function expiredBackups(db: Db, { keep, failedBefore }: { keep: number; failedBefore: Date }) {
  const newestFirst = db
    .selectFrom('backup')
    .select(['id', 'file'])
    .where('state', '=', 'whole')
    .where('slot', 'is not', null)
    // One that is being verified is deleted after the next backup.
    .where((eb) => eb.or([eb('verifyState', 'is', null), eb('verifyState', 'in', ['passed', 'failed'])]))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  const [old, failed] = await Promise.all([
    newestFirst.offset(keep).execute(),
    db
      .selectFrom('backup')
      .select(['id', 'file'])
      .where('state', '=', 'failed')
      .where('createdAt', '<', failedBefore)
      .execute(),
  ])
  return [...old, ...failed]
}
