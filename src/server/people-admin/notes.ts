import { Refusal } from '#contract/errors.ts'
import type { PersonNote } from '#contract/people-admin/people-admin.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { personById } from './queries.ts'
import { presentNote } from './present.ts'

/** The text is not in the audit log, which cannot be erased. */
export async function addNote(ctx: Ctx<Viewer>, personId: string, text: string): Promise<PersonNote> {
  return inTransaction(ctx, async ({ db, now, viewer, ...tx }) => {
    await orNotFound(personById(db, personId))
    const note = { id: newId(), personId, byId: viewer.id, text, createdAt: now() }
    await db.insertInto('personNote').values(note).execute()
    await recordAudit({ db, now, viewer, ...tx }, { action: 'note.added', target: { kind: 'person', id: personId } })
    return presentNote(viewer.id, { ...note, byName: viewer.name, byHandle: viewer.handle })
  })
}

export async function deleteNote(ctx: Ctx<Viewer>, personId: string, id: string) {
  return inTransaction(ctx, async (tx) => {
    const deleted = await tx.db
      .deleteFrom('personNote')
      .where('id', '=', id)
      .where('personId', '=', personId)
      .where('byId', '=', tx.viewer.id)
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw new Refusal('not-found')
    await recordAudit(tx, { action: 'note.deleted', target: { kind: 'person', id: personId } })
    return { done: true as const }
  })
}

/** Part of account deletion. Must run in a transaction. */
export async function deleteNotesAbout({ db }: Pick<Ctx, 'db'>, personId: string) {
  await db.deleteFrom('personNote').where('personId', '=', personId).execute()
}
