import type { ReviewNote } from '#contract/articles/review.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { requireArticle } from '#server/articles/access.ts'
import { presentActor, actorColumns } from '#server/articles/actor.ts'

export async function listNotes(ctx: Ctx<Viewer>, articleId: string): Promise<ReviewNote[]> {
  await requireArticle(ctx, articleId)
  const rows = await noteRows(ctx.db, articleId).orderBy('reviewNote.createdAt').orderBy('reviewNote.id').execute()
  return rows.map((row) => presentNote(ctx.viewer, row))
}

export async function addNote(
  ctx: Ctx<Viewer>,
  articleId: string,
  { quote, text }: { quote: string; text: string },
): Promise<ReviewNote> {
  await requireArticle(ctx, articleId)
  const id = newId()
  await ctx.db
    .insertInto('reviewNote')
    .values({ id, articleId, byId: ctx.viewer.id, quote, text, createdAt: ctx.now() })
    .execute()
  return getNote(ctx, articleId, id)
}

/** Anyone with access to the article may resolve or reopen a note. */
export async function resolveNote(
  ctx: Ctx<Viewer>,
  articleId: string,
  noteId: string,
  resolved: boolean,
): Promise<ReviewNote> {
  const note = await getNote(ctx, articleId, noteId)
  if (resolved === (note.resolvedAt !== null)) return note
  await ctx.db
    .updateTable('reviewNote')
    .set({ resolvedAt: resolved ? ctx.now() : null })
    .where('id', '=', noteId)
    .execute()
  return getNote(ctx, articleId, noteId)
}

/** Only the author of a note may delete it, so that reviews stay on record. */
export async function deleteNote(ctx: Ctx<Viewer>, articleId: string, noteId: string) {
  const { mine } = await getNote(ctx, articleId, noteId)
  if (!mine) throw new Refusal('not-allowed')
  await ctx.db.deleteFrom('reviewNote').where('id', '=', noteId).execute()
  return { deleted: true as const }
}

async function getNote(ctx: Ctx<Viewer>, articleId: string, noteId: string) {
  await requireArticle(ctx, articleId)
  const row = await noteRows(ctx.db, articleId).where('reviewNote.id', '=', noteId).executeTakeFirst()
  if (!row) throw new Refusal('not-found')
  return presentNote(ctx.viewer, row)
}

function noteRows(db: Db, articleId: string) {
  return db
    .selectFrom('reviewNote')
    .leftJoin('person as actor', 'actor.id', 'reviewNote.byId')
    .select(['reviewNote.id', 'reviewNote.quote', 'reviewNote.text', 'reviewNote.createdAt', 'reviewNote.resolvedAt'])
    .select([...actorColumns])
    .where('reviewNote.articleId', '=', articleId)
}

type NoteRow = Awaited<ReturnType<ReturnType<typeof noteRows>['execute']>>[number]

function presentNote(viewer: Viewer, row: NoteRow): ReviewNote {
  const { id, quote, text, createdAt, resolvedAt } = row
  return {
    id,
    by: presentActor(row),
    quote,
    text,
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    mine: row.actorId === viewer.id,
  }
}
