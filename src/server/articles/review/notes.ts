import type { ReviewNote } from '#contract/articles.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { articleFor } from '#server/articles/access.ts'
import { presentWho, whoColumns } from '#server/articles/actor.ts'

export async function listNotes(ctx: Ctx<Viewer>, articleId: string): Promise<ReviewNote[]> {
  await articleFor(ctx, articleId)
  const rows = await noteRows(ctx.db, articleId).orderBy('reviewNote.createdAt').orderBy('reviewNote.id').execute()
  return rows.map((row) => presentNote(ctx.viewer, row))
}

export async function addNote(
  ctx: Ctx<Viewer>,
  articleId: string,
  { quote, text }: { quote: string; text: string },
): Promise<ReviewNote> {
  await articleFor(ctx, articleId)
  const id = newId()
  await ctx.db
    .insertInto('reviewNote')
    .values({ id, articleId, byId: ctx.viewer.id, quote, text, createdAt: ctx.now() })
    .execute()
  return noteFor(ctx, articleId, id)
}

/** Those who noted it and those who dealt with it both say when it is done. */
export async function resolveNote(
  ctx: Ctx<Viewer>,
  articleId: string,
  noteId: string,
  resolved: boolean,
): Promise<ReviewNote> {
  const note = await noteFor(ctx, articleId, noteId)
  if (resolved === (note.resolvedAt !== null)) return note
  await ctx.db
    .updateTable('reviewNote')
    .set({ resolvedAt: resolved ? ctx.now() : null })
    .where('id', '=', noteId)
    .execute()
  return noteFor(ctx, articleId, noteId)
}

/** Only the author of a note deletes it: what a reviewer said stays on record. */
export async function deleteNote(ctx: Ctx<Viewer>, articleId: string, noteId: string) {
  const { mine } = await noteFor(ctx, articleId, noteId)
  if (!mine) throw new Refusal('not-allowed')
  await ctx.db.deleteFrom('reviewNote').where('id', '=', noteId).execute()
  return { deleted: true as const }
}

async function noteFor(ctx: Ctx<Viewer>, articleId: string, noteId: string) {
  await articleFor(ctx, articleId)
  const row = await noteRows(ctx.db, articleId).where('reviewNote.id', '=', noteId).executeTakeFirst()
  if (!row) throw new Refusal('not-found')
  return presentNote(ctx.viewer, row)
}

function noteRows(db: Db, articleId: string) {
  return db
    .selectFrom('reviewNote')
    .leftJoin('person as who', 'who.id', 'reviewNote.byId')
    .select(['reviewNote.id', 'reviewNote.quote', 'reviewNote.text', 'reviewNote.createdAt', 'reviewNote.resolvedAt'])
    .select([...whoColumns])
    .where('reviewNote.articleId', '=', articleId)
}

type NoteRow = Awaited<ReturnType<ReturnType<typeof noteRows>['execute']>>[number]

function presentNote(viewer: Viewer, row: NoteRow): ReviewNote {
  const { id, quote, text, createdAt, resolvedAt } = row
  return {
    id,
    by: presentWho(row),
    quote,
    text,
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    mine: row.whoId === viewer.id,
  }
}
