import type { NoteReply, ReviewNote } from '#contract/articles/review.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { requireArticle } from '#server/articles/access.ts'
import { actorColumns, presentActor } from '#server/articles/actor.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { notifyOfNote } from './notify-of-notes.ts'

export async function listNotes(ctx: Ctx<Viewer>, articleId: string): Promise<ReviewNote[]> {
  await requireArticle(ctx, articleId)
  const [notes, replies] = await Promise.all([
    noteRows(ctx.db, articleId).orderBy('reviewNote.createdAt').orderBy('reviewNote.id').execute(),
    replyRows(ctx.db).where('reviewNote.articleId', '=', articleId).execute(),
  ])
  return notes.map((note) =>
    presentNote(
      ctx.viewer,
      note,
      replies.filter(({ noteId }) => noteId === note.id),
    ),
  )
}

export function addNote(
  ctx: Ctx<Viewer>,
  articleId: string,
  { quote, text }: { quote: string; text: string },
): Promise<ReviewNote> {
  return inTransaction(ctx, async (tx) => {
    const { article } = await requireArticle(tx, articleId)
    const id = newId()
    await tx.db
      .insertInto('reviewNote')
      .values({ id, articleId, byId: tx.viewer.id, quote, text, createdAt: tx.now() })
      .execute()
    await notifyOfNote(tx, article, { noteId: id, cause: id, outcome: 'note' })
    return getNote(tx, articleId, id)
  })
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
    .set(resolved ? { resolvedAt: ctx.now(), resolvedBy: ctx.viewer.id } : { resolvedAt: null, resolvedBy: null })
    .where('id', '=', noteId)
    .execute()
  return getNote(ctx, articleId, noteId)
}

/** Only the author of a note may delete it, and only before it has replies, so that reviews stay on record. */
export function deleteNote(ctx: Ctx<Viewer>, articleId: string, noteId: string) {
  return inTransaction(ctx, async (tx) => {
    const { mine, replies } = await getNote(tx, articleId, noteId, true)
    if (!mine) throw new Refusal('not-allowed')
    if (replies.length > 0)
      throw new Refusal('not-allowed', { message: 'This note has replies. Resolve it instead of deleting it.' })
    await tx.db.deleteFrom('reviewNote').where('id', '=', noteId).execute()
    return { deleted: true as const }
  })
}

export function replyToNote(ctx: Ctx<Viewer>, articleId: string, noteId: string, { id, text }: NewReply) {
  return inTransaction(ctx, async (tx) => {
    const { article } = await requireArticle(tx, articleId)
    const note = await getNote(tx, articleId, noteId, true)
    const row = { id, noteId, byId: tx.viewer.id, text, createdAt: tx.now() }
    const stored = await tx.db
      .insertInto('reviewReply')
      .values(row)
      // The request was repeated, perhaps with another text: the first answer may not have arrived.
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ text })
          .where('reviewReply.noteId', '=', noteId)
          .where('reviewReply.byId', '=', tx.viewer.id),
      )
      .executeTakeFirst()
    if (stored.numInsertedOrUpdatedRows === 0n) throw new Refusal('not-allowed')
    const isNew = !note.replies.some((reply) => reply.id === id)
    if (isNew) await notifyOfNote(tx, article, { noteId, cause: id, outcome: 'reply' })
    return getNote(tx, articleId, noteId)
  })
}
type NewReply = { id: string; text: string }

export async function deleteReply(ctx: Ctx<Viewer>, articleId: string, noteId: string, replyId: string) {
  const { replies } = await getNote(ctx, articleId, noteId)
  const reply = replies.find(({ id }) => id === replyId)
  if (!reply) throw new Refusal('not-found', { message: 'This reply was deleted.' })
  if (!reply.mine) throw new Refusal('not-allowed')
  await ctx.db.deleteFrom('reviewReply').where('id', '=', replyId).execute()
  return getNote(ctx, articleId, noteId)
}

/** `lock` keeps the note until the transaction ends. */
async function getNote(ctx: Ctx<Viewer>, articleId: string, noteId: string, lock = false) {
  await requireArticle(ctx, articleId)
  const query = noteRows(ctx.db, articleId).where('reviewNote.id', '=', noteId)
  const row = await (lock ? query.forUpdate('reviewNote') : query).executeTakeFirst()
  if (!row) throw new Refusal('not-found', { message: 'This note was deleted.' })
  const replies = await replyRows(ctx.db).where('reviewReply.noteId', '=', noteId).execute()
  return presentNote(ctx.viewer, row, replies)
}

function noteRows(db: Db, articleId: string) {
  return db
    .selectFrom('reviewNote')
    .leftJoin('person as actor', 'actor.id', 'reviewNote.byId')
    .leftJoin('person as resolver', 'resolver.id', 'reviewNote.resolvedBy')
    .select(['reviewNote.id', 'reviewNote.quote', 'reviewNote.text', 'reviewNote.createdAt', 'reviewNote.resolvedAt'])
    .select(['resolver.id as resolverId', 'resolver.handle as resolverHandle', 'resolver.name as resolverName'])
    .select([...actorColumns])
    .where('reviewNote.articleId', '=', articleId)
}
type NoteRow = Awaited<ReturnType<ReturnType<typeof noteRows>['execute']>>[number]

/** Oldest first. */
function replyRows(db: Db) {
  return db
    .selectFrom('reviewReply')
    .innerJoin('reviewNote', 'reviewNote.id', 'reviewReply.noteId')
    .leftJoin('person as actor', 'actor.id', 'reviewReply.byId')
    .select(['reviewReply.id', 'reviewReply.noteId', 'reviewReply.text', 'reviewReply.createdAt', ...actorColumns])
    .orderBy('reviewReply.createdAt')
    .orderBy('reviewReply.id')
}
type ReplyRow = Awaited<ReturnType<ReturnType<typeof replyRows>['execute']>>[number]

function presentNote(viewer: Viewer, row: NoteRow, replies: ReplyRow[]): ReviewNote {
  const { id, quote, text, createdAt, resolvedAt, resolverId, resolverHandle, resolverName } = row
  return {
    id,
    by: presentActor(row),
    quote,
    text,
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    resolvedBy: presentActor({ actorId: resolverId, actorHandle: resolverHandle, actorName: resolverName }),
    mine: row.actorId === viewer.id,
    replies: replies.map((reply) => presentReply(viewer, reply)),
  }
}

function presentReply(viewer: Viewer, row: ReplyRow): NoteReply {
  const { id, text, createdAt, actorId } = row
  return { id, by: presentActor(row), text, createdAt: createdAt.toISOString(), mine: actorId === viewer.id }
}
