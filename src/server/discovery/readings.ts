import { sql } from 'kysely'
import { HOUR_MS } from '#contract/constants.ts'
import type { StartedStory } from '#contract/discovery.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Placeholders, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createCardPresenter } from '#server/stories/cards.ts'
import { publishedCards, publishedId } from '#server/stories/published.ts'
import { recordEngagementOncePerDay } from './record-engagement.ts'
import { scheduleRecommendations } from './schedule-recommendations.ts'
import { dayOf, shouldCount } from './visitor-hash.ts'

const VISITOR_RETENTION_MS = 48 * HOUR_MS
const MAX_STARTED = 6
/** In percent. Less does not count as started. */
const MIN_PROGRESS = 5
/** At the end of the text, also for readers too fast to count as having finished it. */
const END_PROGRESS = 100

type Reading = { progress: number; finished: boolean }

/** Counts a finished story once a day per reader. */
export async function recordReading(ctx: Ctx, ref: string, { progress, finished }: Reading) {
  const story = await publishedId(ctx.db, ref)
  if (!story) throw new Refusal('not-found')
  const { viewer } = ctx
  if (!shouldCount(ctx)) return {}
  await inTransaction(ctx, async (tx) => {
    if (viewer) await saveProgress(tx, viewer, story.id, { progress, finished })
    if (finished) await recordEngagementOncePerDay(tx, story.id, 'read')
  })
  return {}
}

async function saveProgress(tx: Ctx, viewer: Viewer, articleId: string, { progress, finished }: Reading) {
  const at = tx.now()
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('reading')
    .values({ personId: viewer.id, articleId, progress, readAt: at, finishedAt: finished ? at : null })
    .onConflict((conflict) =>
      conflict.columns(['personId', 'articleId']).doUpdateSet({
        progress,
        readAt: at,
        finishedAt: sql`coalesce(reading.finished_at, excluded.finished_at)`,
      }),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows && finished) await scheduleRecommendations(tx, viewer.id)
}

const startedStories = compiledQuery((db, { viewerId }: Placeholders<{ viewerId: string }>) =>
  publishedCards(db, viewerId)
    .innerJoin('reading', 'reading.articleId', 'article.id')
    .select(['reading.progress', 'reading.readAt'])
    .where('reading.personId', '=', viewerId)
    .where('reading.finishedAt', 'is', null)
    .where('reading.progress', '>=', MIN_PROGRESS)
    .where('reading.progress', '<', END_PROGRESS)
    .orderBy('reading.readAt', 'desc')
    .limit(MAX_STARTED),
)

/** Started but not finished, most recent first. */
export async function listReadings(ctx: Ctx<Viewer>): Promise<StartedStory[]> {
  const rows = await startedStories(ctx.db, { viewerId: ctx.viewer.id })
  const card = createCardPresenter(ctx)
  return rows.map((row) => ({
    story: card(row),
    progress: row.progress,
    readAt: row.readAt.toISOString(),
  }))
}

export async function deleteReading(ctx: Ctx<Viewer>, ref: string) {
  const story = await publishedId(ctx.db, ref)
  if (!story) throw new Refusal('not-found')
  return inTransaction(ctx, async ({ db, viewer }) => {
    await db.deleteFrom('reading').where('personId', '=', viewer.id).where('articleId', '=', story.id).execute()
    return {}
  })
}

/** For account deletion: the reading history, followed topics and recommendations of a person. Must run in a transaction. */
export async function deleteReadingOf({ db, invalidate }: Pick<Ctx, 'db' | 'invalidate'>, personId: string) {
  for (const table of ['reading', 'forYou', 'forYouState', 'forYouWeight'] as const)
    await db.deleteFrom(table).where('personId', '=', personId).execute()
  invalidate(`topics:${personId}`)
}

/** Deletes salts and reader hashes once they can no longer be matched. */
export async function deleteOldVisitors({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const last = dayOf(new Date(now().getTime() - VISITOR_RETENTION_MS))
  await db.deleteFrom('finishedToday').where('day', '<=', last).execute()
  await db.deleteFrom('visitorSalt').where('day', '<=', last).execute()
}
