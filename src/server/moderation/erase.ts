import { resolvePersonReports } from '#server/people/reports.ts'
import { deleteSanctions } from '#server/people/sanctions.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * Deletes what a person wrote to the editors and what editors wrote about them. Decisions stay, without their notes,
 * because they belong to the editors too. Must run in a transaction.
 */
export async function eraseModerationOf(tx: Ctx, personId: string) {
  await tx.db.deleteFrom('appeal').where('personId', '=', personId).execute()
  await tx.db.updateTable('storyReport').set({ note: '', byId: null }).where('byId', '=', personId).execute()
  await tx.db.updateTable('moderationDecision').set({ note: '' }).where('personId', '=', personId).execute()
  await resolvePersonReports(tx, personId)
  await deleteSanctions(tx, personId)
}
