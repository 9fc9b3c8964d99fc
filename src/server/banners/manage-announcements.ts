import type { AdminAnnouncement, AnnouncementFields } from '#contract/banners.ts'
import { DAY_MS } from '#contract/constants.ts'
import type { Received } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import type { PageOf } from '#contract/shapes.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { presentForAdmin } from './present.ts'
import { type AnnouncementRow, announcementPage } from './queries.ts'

const RESTORABLE_MS = DAY_MS

export async function listAnnouncements(
  { db, now }: Ctx,
  asked: Received<'GET /api/admin/announcements'>['query'],
): Promise<PageOf<AdminAnnouncement>> {
  const { shown, next } = await announcementPage(db, asked, now())
  return { items: shown.map((row) => presentForAdmin(row, now())), next }
}

export async function getAnnouncement({ db, now }: Ctx, id: string): Promise<AdminAnnouncement> {
  const row = await orNotFound(
    db.selectFrom('announcement').selectAll().where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst(),
  )
  return presentForAdmin(row, now())
}

export function createAnnouncement(ctx: Ctx, fields: AnnouncementFields) {
  return inTransaction(ctx, async (tx) => {
    const row = await insert(tx, columnsOf(fields))
    await recordAudit(tx, { action: 'announcement.created', target: targetOf(row), after: auditedFields(row) })
    return presentForAdmin(row, tx.now())
  })
}

/** A draft, so that it can be edited before it is shown. */
export function duplicateAnnouncement(ctx: Ctx, id: string) {
  return inTransaction(ctx, async (tx) => {
    const original = await lockAnnouncement(tx.db, id)
    const { text, tone, audience, startsAt, endsAt, priority, dismissible, actionLabel, actionLink } = original
    const columns = { text, tone, audience, startsAt, endsAt, priority, dismissible, actionLabel, actionLink }
    const row = await insert(tx, { ...columns, enabled: false })
    await recordAudit(tx, { action: 'announcement.duplicated', target: targetOf(row), after: { from: id } })
    return presentForAdmin(row, tx.now())
  })
}

export function updateAnnouncement(
  ctx: Ctx,
  id: string,
  { version, ...fields }: AnnouncementFields & { version: number },
) {
  return inTransaction(ctx, async (tx) => {
    const { db, now, invalidate } = tx
    const before = await lockAnnouncement(db, id)
    if (before.version !== version) throw new Refusal('version-conflict', { current: presentForAdmin(before, now()) })
    const row = await db
      .updateTable('announcement')
      .set((eb) => ({
        ...columnsOf(fields),
        // Another text is another announcement for those who have dismissed the old one.
        ...(before.text !== fields.text && { revision: eb('revision', '+', 1) }),
        version: eb('version', '+', 1),
        updatedAt: now(),
      }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    invalidate('announcements')
    const changes = changedFields(auditedFields(before), auditedFields(row))
    await recordAudit(tx, { action: 'announcement.updated', target: targetOf(row), ...changes })
    return presentForAdmin(row, now())
  })
}

export function deleteAnnouncement(ctx: Ctx, id: string) {
  return inTransaction(ctx, async (tx) => {
    const { db, now, invalidate } = tx
    const row = await lockAnnouncement(db, id)
    await db.updateTable('announcement').set({ deletedAt: now() }).where('id', '=', id).execute()
    invalidate('announcements')
    await recordAudit(tx, { action: 'announcement.deleted', target: targetOf(row), before: auditedFields(row) })
    return { deleted: true as const }
  })
}

export function restoreAnnouncement(ctx: Ctx, id: string) {
  return inTransaction(ctx, async (tx) => {
    const { db, now, invalidate } = tx
    const row = await orNotFound(
      db
        .updateTable('announcement')
        .set({ deletedAt: null })
        .where('id', '=', id)
        .where('deletedAt', 'is not', null)
        .returningAll()
        .executeTakeFirst(),
    )
    invalidate('announcements')
    await recordAudit(tx, { action: 'announcement.restored', target: targetOf(row) })
    return presentForAdmin(row, now())
  })
}

/** Deletes for good what was deleted more than a day ago. */
export async function purgeDeletedAnnouncements({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const before = new Date(now().getTime() - RESTORABLE_MS)
  await db.deleteFrom('announcement').where('deletedAt', '<', before).execute()
}

function lockAnnouncement(db: Db, id: string): Promise<AnnouncementRow> {
  const query = db.selectFrom('announcement').selectAll().where('id', '=', id).where('deletedAt', 'is', null)
  return orNotFound(query.forUpdate().executeTakeFirst())
}

function insert({ db, now, invalidate }: Ctx, columns: ReturnType<typeof columnsOf>): Promise<AnnouncementRow> {
  invalidate('announcements')
  return db
    .insertInto('announcement')
    .values({ id: newId(), ...columns, createdAt: now(), updatedAt: now() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function columnsOf({ action, startsAt, endsAt, ...rest }: AnnouncementFields) {
  return {
    ...rest,
    startsAt: startsAt === null ? null : new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
    actionLabel: action?.label ?? null,
    actionLink: action?.link ?? null,
  }
}

function targetOf({ id, text }: AnnouncementRow) {
  return { kind: 'announcement', id, name: text }
}

function auditedFields(row: AnnouncementRow): Record<string, unknown> {
  const { text, tone, audience, startsAt, endsAt, priority, dismissible, actionLabel, actionLink, enabled } = row
  return { text, tone, audience, startsAt, endsAt, priority, dismissible, actionLabel, actionLink, enabled }
}

/** Only what differs. */
function changedFields(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = Object.keys(after).filter((name) => String(before[name]) !== String(after[name]))
  const pick = (of: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, of[name]]))
  return { before: pick(before), after: pick(after) }
}
