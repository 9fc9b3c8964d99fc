import type { Sanctions } from '#contract/moderation/moderation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'

type Row = { bannedAt: Date | null; bannedUntil: Date | null; banReason: string; shadowHeldAt: Date | null }

/** A ban whose end has passed is none. */
function isBanned({ bannedAt, bannedUntil }: Pick<Row, 'bannedAt' | 'bannedUntil'>, now: Date) {
  return bannedAt !== null && (bannedUntil === null || bannedUntil > now)
}

function sanctionRow(db: Db, personId: string) {
  return db.selectFrom('personSanction').selectAll().where('personId', '=', personId).executeTakeFirst()
}

/** What applies to each of these people now. People without an entry have no sanctions. */
export async function listSanctions({ db, now }: Pick<Ctx, 'db' | 'now'>, people: string[]) {
  if (people.length === 0) return new Map<string, Sanctions>()
  const rows = await db.selectFrom('personSanction').selectAll().where('personId', 'in', people).execute()
  return new Map(rows.map((row) => [row.personId, presentSanctions(row, now())]))
}

function presentSanctions(row: Row, now: Date): Sanctions {
  const banned = isBanned(row, now)
  return {
    banned,
    bannedUntil: banned ? (row.bannedUntil?.toISOString() ?? null) : null,
    shadowHeld: row.shadowHeldAt !== null,
  }
}

/** Refuses a banned person who responds, submits or publishes. */
export async function requireNotBanned({ db, viewer, now }: Pick<Ctx<Viewer>, 'db' | 'viewer' | 'now'>) {
  const row = await sanctionRow(db, viewer.id)
  if (!row || !isBanned(row, now())) return
  const until = row.bannedUntil?.toISOString() ?? null
  throw new Refusal('banned', {
    until,
    reason: row.banReason,
    message: until
      ? `An editor has paused your account. You can respond and publish again on ${formatEnd(until)}. Until then you can read as usual.`
      : 'An editor has banned your account from responding and publishing. You can still read. Contact the site’s editors if you think this is a mistake.',
  })
}

/** Without the locale of the reader, which the server does not know. */
function formatEnd(iso: string) {
  return `${iso.slice(0, 10)} at ${iso.slice(11, 16)} UTC`
}

export async function isShadowHeld({ db }: Pick<Ctx, 'db'>, personId: string) {
  return ((await sanctionRow(db, personId))?.shadowHeldAt ?? null) !== null
}

type Changes = Partial<Omit<Row, 'banReason'>> & { banReason?: string }

/** Must run in a transaction. */
export async function setSanctions({ db, invalidate }: Ctx, personId: string, changes: Changes) {
  await db
    .insertInto('personSanction')
    .values({ personId, ...changes })
    .onConflict((conflict) => conflict.column('personId').doUpdateSet(changes))
    .execute()
  invalidate(`own:${personId}`)
}

/** Must run in a transaction. */
export async function deleteSanctions({ db }: Ctx, personId: string) {
  await db.deleteFrom('personSanction').where('personId', '=', personId).execute()
}
