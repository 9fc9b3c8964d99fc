import type { Announcement } from '#contract/banners.ts'
import type { Viewer } from '#contract/viewer.ts'
import { Refusal } from '#contract/errors.ts'
import type { CachedValue } from '#server/platform/cache/cached-value.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { filterByAudience } from './audience.ts'
import { presentAnnouncement, stateOf } from './present.ts'
import { type AnnouncementRow, dismissalsOf, enabledAnnouncements } from './queries.ts'

export const announcementTags = ['announcements'] as const
export type EnabledAnnouncements = CachedValue<AnnouncementRow[]>

/** One is shown at a time. The others follow when it is dismissed, without another request. */
const MAX_SHOWN = 3

type Needs = Pick<Ctx, 'db' | 'now' | 'viewer'>

/** What a viewer sees now, most important first, without what they have dismissed. */
export async function getAnnouncements(ctx: Needs, enabled: EnabledAnnouncements): Promise<Announcement[]> {
  const { db, now, viewer } = ctx
  const rows = await enabled.get(() => enabledAnnouncements(db, now()))
  // Checked again: the rows were read earlier, and one may have started or ended since.
  const started = rows.filter((row) => stateOf(row, now()) === 'live')
  const live = await filterByAudience(ctx, started)
  const dismissible = live.filter((row) => row.dismissible).map(({ id }) => id)
  const dismissed = viewer && dismissible.length > 0 ? await dismissalsOf(db, viewer.id, dismissible) : null
  return live
    .filter((row) => !row.dismissible || (dismissed?.get(row.id) ?? 0) < row.revision)
    .slice(0, MAX_SHOWN)
    .map(presentAnnouncement)
}

/** Dismisses one text of an announcement. What the viewer may not see does not exist for them. */
export function dismissAnnouncement(ctx: Ctx<Viewer>, id: string, revision: number) {
  return inTransaction(ctx, async (tx) => {
    const { db, viewer } = tx
    const found = await db
      .selectFrom('announcement')
      .selectAll()
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .where('dismissible', '=', true)
      .where('enabled', '=', true)
      .forKeyShare()
      .execute()
    const [row] = await filterByAudience(tx, found)
    if (!row) throw new Refusal('not-found')
    // A revision of the future would hide texts that are not written yet.
    const seen = Math.min(revision, row.revision)
    await db
      .insertInto('announcementDismissal')
      .values({ personId: viewer.id, announcementId: id, revision: seen })
      .onConflict((conflict) => conflict.columns(['personId', 'announcementId']).doUpdateSet({ revision: seen }))
      .execute()
    return { dismissed: true as const }
  })
}

/** Part of account deletion. Inside a transaction. */
export async function deleteDismissalsOf({ db }: Pick<Ctx, 'db'>, personId: string) {
  await db.deleteFrom('announcementDismissal').where('personId', '=', personId).execute()
}
