import { sql } from 'kysely'
import type { Revision, RevisionCard, RevisionKind } from '#contract/articles/revisions.ts'
import { MINUTE_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { requireArticle } from '#server/articles/access.ts'
import { presentActor, actorColumns } from '#server/articles/actor.ts'

/** Autosaves within this time of a kept version are not kept. */
export const SAMPLE_INTERVAL_MS = 5 * MINUTE_MS

type PageRequest = { before?: string | undefined; limit: number }

/** Stores the working copy, dated by its last save; submissions, publications and restores are dated now. Returns its id. Inside a transaction. */
export async function createRevision({ db, now }: Pick<Ctx, 'db' | 'now'>, articleId: string, kind: RevisionKind) {
  const id = newId()
  await db
    .insertInto('revision')
    .columns([...revisionColumns])
    .expression(revisionFromDraft(db, articleId, kind, kind === 'saved' ? null : now(), id))
    .execute()
  return id
}

/** Stores a revision unless there is a recent one. Inside the transaction of the save. */
export async function sampleRevision({ db, now }: Pick<Ctx, 'db' | 'now'>, articleId: string) {
  const recent = db
    .selectFrom('revision')
    .select('id')
    .where('articleId', '=', articleId)
    .where('savedAt', '>', new Date(now().getTime() - SAMPLE_INTERVAL_MS))
  await db
    .insertInto('revision')
    .columns([...revisionColumns])
    .expression(revisionFromDraft(db, articleId, 'saved', null).where(({ not, exists }) => not(exists(recent))))
    .execute()
}

/** Stores the working copy before it is overwritten, unless its version has a revision. Inside a transaction. */
export async function ensureRevision({ db }: Pick<Ctx, 'db'>, articleId: string) {
  await db
    .insertInto('revision')
    .columns([...revisionColumns])
    .expression(
      revisionFromDraft(db, articleId, 'saved', null).where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('revision')
              .select('revision.id')
              .whereRef('revision.articleId', '=', 'draft.articleId')
              .whereRef('revision.version', '=', 'draft.version'),
          ),
        ),
      ),
    )
    .execute()
}

const revisionColumns = [
  'id',
  'articleId',
  'kind',
  'version',
  'title',
  'subtitle',
  'body',
  'wordCount',
  'savedBy',
  'savedAt',
] as const

/** Copies inside the database, so the text is never transferred. */
function revisionFromDraft(db: Db, articleId: string, kind: RevisionKind, at: Date | null, id = newId()) {
  return db
    .selectFrom('draft')
    .select([
      sql<string>`${id}`.as('id'),
      'draft.articleId',
      sql<RevisionKind>`${kind}`.as('kind'),
      'draft.version',
      'draft.title',
      'draft.subtitle',
      'draft.body',
      'draft.wordCount',
      'draft.savedBy',
      sql<Date>`coalesce(${at}::timestamptz, draft.saved_at)`.as('savedAt'),
    ])
    .where('draft.articleId', '=', articleId)
}

export async function listRevisions(
  ctx: Ctx<Viewer>,
  id: string,
  { before, limit }: PageRequest,
): Promise<PageOf<RevisionCard>> {
  await requireArticle(ctx, id)
  const cursor = timeCursor.read(before)
  let query = revisionCards(ctx.db, id)
  if (cursor) {
    query = query.where((eb) => eb(eb.refTuple('revision.savedAt', 'revision.id'), '<', eb.tuple(...cursor)))
  }
  const rows = await query
    .orderBy('revision.savedAt', 'desc')
    .orderBy('revision.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { shown, next } = timeCursor.paginate(rows, limit, (last) => [last.savedAt, last.id])
  return { items: shown.map(presentRevision), next }
}

export async function getRevision(ctx: Ctx<Viewer>, id: string, revisionId: string): Promise<Revision> {
  await requireArticle(ctx, id)
  const row = await revisionCards(ctx.db, id)
    .select(['revision.subtitle', 'revision.body'])
    .where('revision.id', '=', revisionId)
    .executeTakeFirst()
  if (!row) throw new Refusal('not-found')
  return { ...presentRevision(row), subtitle: row.subtitle, body: row.body }
}

function revisionCards(db: Db, articleId: string) {
  return db
    .selectFrom('revision')
    .leftJoin('person as actor', 'actor.id', 'revision.savedBy')
    .select(['revision.id', 'revision.kind', 'revision.version', 'revision.title', 'revision.wordCount'])
    .select(['revision.savedAt', ...actorColumns])
    .where('revision.articleId', '=', articleId)
}

type CardRow = Awaited<ReturnType<ReturnType<typeof revisionCards>['execute']>>[number]

function presentRevision(row: CardRow): RevisionCard {
  const { id, kind, version, title, wordCount, savedAt } = row
  return { id, kind, version, title, words: wordCount, savedBy: presentActor(row), savedAt: savedAt.toISOString() }
}
