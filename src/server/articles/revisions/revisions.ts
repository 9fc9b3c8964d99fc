import { sql } from 'kysely'
import type { Revision, RevisionCard, RevisionKind } from '#contract/articles.ts'
import { MINUTE_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { articleFor } from '#server/articles/access.ts'
import { presentWho, whoColumns } from '#server/articles/actor.ts'

const SAMPLE_MS = 5 * MINUTE_MS

type Wanted = { before?: string | undefined; limit: number }

/** Keeps the working copy as it is now. A step of the article's life is kept at its own moment. Inside a transaction. */
export async function keepRevision({ db, now }: Pick<Ctx, 'db' | 'now'>, articleId: string, kind: RevisionKind) {
  await db
    .insertInto('revision')
    .columns([...copied])
    .expression(copyOf(db, articleId, kind, kind === 'saved' ? null : now()))
    .execute()
}

/** Keeps a saved text when the newest revision is old enough. Inside the transaction of the save. */
export async function sampleRevision({ db, now }: Pick<Ctx, 'db' | 'now'>, articleId: string) {
  const recent = db
    .selectFrom('revision')
    .select('id')
    .where('articleId', '=', articleId)
    .where('savedAt', '>', new Date(now().getTime() - SAMPLE_MS))
  await db
    .insertInto('revision')
    .columns([...copied])
    .expression(copyOf(db, articleId, 'saved', null).where(({ not, exists }) => not(exists(recent))))
    .execute()
}

/** Keeps the working copy before it is written over, unless its version was kept already. Inside a transaction. */
export async function keepReplaced({ db }: Pick<Ctx, 'db'>, articleId: string) {
  await db
    .insertInto('revision')
    .columns([...copied])
    .expression(
      copyOf(db, articleId, 'saved', null).where(({ not, exists, selectFrom }) =>
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

const copied = [
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

/** The row a revision would be. The text never leaves the database. */
function copyOf(db: Db, articleId: string, kind: RevisionKind, at: Date | null) {
  return db
    .selectFrom('draft')
    .select([
      sql<string>`${newId()}`.as('id'),
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
  { before, limit }: Wanted,
): Promise<PageOf<RevisionCard>> {
  await articleFor(ctx, id)
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
  const { shown, next } = timeCursor.cut(rows, limit, (last) => [last.savedAt, last.id])
  return { items: shown.map(presentRevision), next }
}

export async function getRevision(ctx: Ctx<Viewer>, id: string, revisionId: string): Promise<Revision> {
  await articleFor(ctx, id)
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
    .leftJoin('person as who', 'who.id', 'revision.savedBy')
    .select(['revision.id', 'revision.kind', 'revision.version', 'revision.title', 'revision.wordCount'])
    .select(['revision.savedAt', ...whoColumns])
    .where('revision.articleId', '=', articleId)
}

type CardRow = Awaited<ReturnType<ReturnType<typeof revisionCards>['execute']>>[number]

function presentRevision(row: CardRow): RevisionCard {
  const { id, kind, version, title, wordCount, savedAt } = row
  return { id, kind, version, title, words: wordCount, savedBy: presentWho(row), savedAt: savedAt.toISOString() }
}
