import { sql } from 'kysely'
import type { BackupSchedule } from '#contract/backup.ts'
import { DAY_MS, HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { OwnerSettings } from '#server/settings/owner-settings.ts'
import { updateSetting } from '#server/settings/site.ts'
import { insertScheduled } from './queries.ts'

const KEY = 'backup.schedule'
const MONDAY = 1

/** The schedule, and when it was set: only times after that count. */
export async function getSchedule({ db }: Pick<Ctx, 'db'>) {
  const row = await db.selectFrom('setting').select(['value', 'updatedAt']).where('key', '=', KEY).executeTakeFirst()
  const schedule = OwnerSettings.parse(row ? { [KEY]: row.value } : {})[KEY]
  return { schedule, since: row?.updatedAt ?? null, version: row?.updatedAt.toISOString() ?? 'default' }
}

export function updateSchedule(ctx: Ctx<Viewer>, { version, ...wanted }: BackupSchedule & { version: string }) {
  return inTransaction(ctx, async (tx) => {
    // Two people who save at once: the second one sees what the first one saved.
    await sql`select pg_advisory_xact_lock(hashtext(${KEY}))`.execute(tx.db)
    const current = await getSchedule(tx)
    if (current.version !== version)
      throw new Refusal('version-conflict', {
        message: 'Someone else has changed the schedule. Check the new values, then save again.',
        current: { ...current.schedule, version: current.version },
      })
    await updateSetting(tx, KEY, wanted)
    await recordAudit(tx, {
      action: 'backup-schedule.changed',
      target: { kind: 'setting', id: KEY },
      before: current.schedule,
      after: wanted,
    })
    const saved = await getSchedule(tx)
    return { ...saved.schedule, version: saved.version }
  })
}

/** The latest time at or before `now` when a backup was due, or null when backups are off. */
export function lastSlot({ every, hour }: BackupSchedule, now: Date): Date | null {
  if (every === 'off') return null
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const sinceMonday = every === 'weekly' ? (now.getUTCDay() - MONDAY + 7) % 7 : 0
  const slot = day - sinceMonday * DAY_MS + hour * HOUR_MS
  return new Date(slot <= now.getTime() ? slot : slot - lengthOf(every))
}

export function nextSlot(schedule: BackupSchedule, now: Date): Date | null {
  const last = lastSlot(schedule, now)
  return last && new Date(last.getTime() + lengthOf(schedule.every))
}

const lengthOf = (every: BackupSchedule['every']) => (every === 'weekly' ? 7 * DAY_MS : DAY_MS)

/** Adds the backup that is due, once for all servers. After a downtime it is made late. */
export async function addScheduled(ctx: Ctx) {
  const { schedule, since } = await getSchedule(ctx)
  const slot = lastSlot(schedule, ctx.now())
  if (!slot || !since || slot <= since) return
  await inTransaction(ctx, async (tx) => {
    const added = await insertScheduled(tx.db, { slot, now: tx.now() })
    if (!added) return
    const target = { kind: 'backup', id: added.id, name: added.file }
    await recordAudit(tx, { action: 'backup.started', target, reason: 'schedule' })
  })
}
