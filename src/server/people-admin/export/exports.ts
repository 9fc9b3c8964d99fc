import { DAY_MS, MINUTE_MS } from '#contract/constants.ts'
import type { PersonExport } from '#contract/people-admin/people-admin.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { attachBlob, releaseBlob, writeBlob } from '#server/storage/blobs.ts'
import { personById } from '#server/people-admin/queries.ts'
import { writeArchive } from './write-archive.ts'

const LIFETIME_MS = 7 * DAY_MS
const MAX_ATTEMPTS = 5
/** Renewed while an export runs. After a crash, another process continues after this time. */
const LEASE_MS = 5 * MINUTE_MS

/** The signal that wakes the worker. */
export const PERSON_EXPORTS = 'person-exports'

export async function listExports({ db }: Pick<Ctx, 'db'>, personId: string): Promise<PersonExport[]> {
  const rows = await db
    .selectFrom('personExport')
    .selectAll()
    .where('personId', '=', personId)
    .orderBy('createdAt', 'desc')
    .limit(10)
    .execute()
  return rows.map(present)
}

type Row = { id: string; createdAt: Date; finishedAt: Date | null; size: number | null; expiresAt: Date | null } & {
  nextAttemptAt: Date | null
}

function present({ id, createdAt, finishedAt, nextAttemptAt, size, expiresAt }: Row): PersonExport {
  const unfinished = nextAttemptAt ? ('waiting' as const) : ('failed' as const)
  const state = finishedAt ? ('ready' as const) : unfinished
  return { id, state, createdAt: createdAt.toISOString(), size, expiresAt: expiresAt?.toISOString() ?? null }
}

/** A second request while one is waiting gets that one. */
export async function requestExport(ctx: Ctx<Viewer>, personId: string): Promise<PersonExport> {
  return inTransaction(ctx, async (tx) => {
    await orNotFound(personById(tx.db, personId))
    const waiting = await tx.db
      .selectFrom('personExport')
      .selectAll()
      .where('personId', '=', personId)
      .where('nextAttemptAt', 'is not', null)
      .executeTakeFirst()
    if (waiting) return present(waiting)
    const row = await tx.db
      .insertInto('personExport')
      .values({ id: newId(), personId, byId: tx.viewer.id, createdAt: tx.now(), nextAttemptAt: tx.now() })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(tx, { action: 'person.exported', target: { kind: 'person', id: personId } })
    tx.invalidate(PERSON_EXPORTS)
    return present(row)
  })
}

/** Makes the next export that is due. False if there is none. */
export async function makeNextExport(ctx: Ctx): Promise<boolean> {
  const claimed = await claim(ctx)
  if (!claimed) return false
  const lease = setInterval(() => {
    extend(ctx, claimed.id).catch((error: unknown) => ctx.log.warn({ err: error }, 'export lease not renewed'))
  }, LEASE_MS / 3)
  lease.unref()
  try {
    await make(ctx, claimed)
  } catch (error) {
    ctx.log.error({ err: error, export: claimed.id }, 'export failed')
    await retryLater(ctx, claimed, error)
  } finally {
    clearInterval(lease)
  }
  return true
}

type Claimed = { id: string; personId: string; attempts: number }

function claim({ db, now }: Ctx) {
  return db
    .updateTable('personExport')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), nextAttemptAt: new Date(now().getTime() + LEASE_MS) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('personExport')
        .select('id')
        .where('nextAttemptAt', '<=', now())
        .orderBy('nextAttemptAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'personId', 'attempts'])
    .executeTakeFirst()
}

async function extend({ db, now }: Ctx, id: string) {
  await db
    .updateTable('personExport')
    .set({ nextAttemptAt: new Date(now().getTime() + LEASE_MS) })
    .where('id', '=', id)
    .where('nextAttemptAt', 'is not', null)
    .execute()
}

async function make(ctx: Ctx, { id, personId }: Claimed) {
  const written = await ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const { uid } = await orNotFound(personById(db, personId))
      const archive = await writeArchive({ ...ctx, db }, { id: personId, uid })
      try {
        // The blob is noted outside of this transaction, which only reads.
        return await writeBlob(ctx, archive)
      } finally {
        archive.destroy()
      }
    })
  await inTransaction(ctx, async (tx) => {
    const finishedAt = tx.now()
    const done = await tx.db
      .updateTable('personExport')
      .set({
        blob: written.blob,
        size: written.size,
        finishedAt,
        expiresAt: new Date(finishedAt.getTime() + LIFETIME_MS),
        nextAttemptAt: null,
        problem: null,
      })
      .where('id', '=', id)
      // Another process has finished it, or the person was erased: the sweep deletes the bytes.
      .where('finishedAt', 'is', null)
      .executeTakeFirst()
    if (done.numUpdatedRows > 0n) await attachBlob(tx, written.blob)
  })
}

async function retryLater({ db, now }: Ctx, { id, attempts }: Claimed, error: unknown) {
  const problem = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  const at = attempts >= MAX_ATTEMPTS ? null : new Date(now().getTime() + MINUTE_MS * 2 ** (attempts - 1))
  await db.updateTable('personExport').set({ problem, nextAttemptAt: at }).where('id', '=', id).execute()
}

/** The archive of an export, with the name to save it under. */
export async function findArchive(ctx: Ctx, id: string) {
  const found = await orNotFound(
    ctx.db
      .selectFrom('personExport')
      .innerJoin('person', 'person.id', 'personExport.personId')
      .select(['personExport.blob', 'personExport.size', 'personExport.personId', 'personExport.finishedAt'])
      .select('person.handle')
      .where('personExport.id', '=', id)
      .where('personExport.expiresAt', '>', ctx.now())
      .executeTakeFirst(),
  )
  const { blob, size, personId, handle, finishedAt } = found
  if (blob === null || size === null) return null
  await inTransaction(ctx, (tx) =>
    recordAudit(tx, { action: 'person.export-downloaded', target: { kind: 'person', id: personId } }),
  )
  return { blob, size, fileName: `${handle}-${finishedAt?.toISOString().slice(0, 10) ?? ''}.zip` }
}

/** Part of account deletion. Must run in a transaction. */
export async function deleteExportsOf(tx: Pick<Ctx, 'db' | 'now'>, personId: string) {
  const rows = await tx.db.deleteFrom('personExport').where('personId', '=', personId).returning('blob').execute()
  for (const { blob } of rows) if (blob !== null) await releaseBlob(tx, blob)
}

/** Deletes expired archives, and exports that failed a month ago. Must run in a transaction. */
export async function sweepExports(tx: Pick<Ctx, 'db' | 'now'>) {
  const { db, now } = tx
  const rows = await db.deleteFrom('personExport').where('expiresAt', '<', now()).returning('blob').execute()
  for (const { blob } of rows) if (blob !== null) await releaseBlob(tx, blob)
  await db
    .deleteFrom('personExport')
    .where('nextAttemptAt', 'is', null)
    .where('finishedAt', 'is', null)
    .where('createdAt', '<', new Date(now().getTime() - 30 * DAY_MS))
    .execute()
}
