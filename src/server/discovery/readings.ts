import { type ExpressionBuilder, sql } from 'kysely'
import { DAY_MS, HOUR_MS, SECOND_MS, secondsToFinish } from '#contract/constants.ts'
import type { StartedStory } from '#contract/discovery.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Placeholders, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { dayOf } from '#server/platform/days.ts'
import type { Tables } from '#server/platform/tables.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createCardPresenter } from '#server/stories/cards.ts'
import { publishedCards, publishedId } from '#server/stories/published.ts'
import { recordEngagementOncePerDay } from './record-engagement.ts'
import { scheduleRecommendations } from './schedule-recommendations.ts'
import { shouldCount } from './visitor-hash.ts'

const VISITOR_RETENTION_MS = 48 * HOUR_MS
/** A story opened again later is read from its beginning. */
const MAX_READING_MS = DAY_MS
const MAX_STARTED = 6
/** In percent. Less does not count as started. */
const MIN_PROGRESS = 5
/** At the end of the text, also for readers too fast to count as having finished it. */
const END_PROGRESS = 100

type Reading = { progress: number; finished: boolean; gift?: string | undefined }

/** A person read a story to its end. `isFirst` is false when they had finished it before. */
export type FinishedRead = {
  personId: string
  articleId: string
  isFirst: boolean
  /** The token of the gift link that they came with, not checked. */
  gift?: string | undefined
}
/** Called in the transaction of the report, again when the person read the story again. */
export type FinishedReadListener = (tx: Ctx, read: FinishedRead) => Promise<void>

/** Counts a finished story once a day per reader. */
export async function recordReading(
  ctx: Ctx,
  ref: string,
  { progress, finished, gift }: Reading,
  listeners: readonly FinishedReadListener[] = [],
) {
  const story = await publishedId(ctx.db, ref)
  if (!story) throw new Refusal('not-found')
  const { viewer } = ctx
  if (!shouldCount(ctx)) return { counted: false }
  return inTransaction(ctx, async (tx) => {
    if (!viewer) {
      if (finished) await recordEngagementOncePerDay(tx, story.id, 'read')
      return { counted: finished }
    }
    const read = await saveProgress(tx, viewer, story.id, { progress, finished })
    if (!read) return { counted: false }
    if ('waitMs' in read) return { counted: false, waitSeconds: Math.ceil(read.waitMs / SECOND_MS) }
    await scheduleRecommendations(tx, viewer.id)
    await recordEngagementOncePerDay(tx, story.id, 'read')
    for (const listener of listeners) await listener(tx, { ...read, gift })
    return { counted: true }
  })
}

/** Returns the finished read, or how long until it can count when it comes too soon. Null when the report is none. */
async function saveProgress(tx: Ctx, viewer: Viewer, articleId: string, { progress, finished }: Reading) {
  const at = tx.now()
  // The first report starts the reading. Progress 0 only says that it has begun.
  const kept = progress > 0 ? { progress, readAt: at } : {}
  const oldest = new Date(at.getTime() - MAX_READING_MS)
  const { startedAt, finishedAt } = await tx.db
    .insertInto('reading')
    .values({ personId: viewer.id, articleId, progress, readAt: at, startedAt: at })
    .onConflict((conflict) =>
      conflict.columns(['personId', 'articleId']).doUpdateSet({
        ...kept,
        startedAt: sql`case when reading.started_at >= ${oldest} then reading.started_at else excluded.started_at end`,
      }),
    )
    .returning(['startedAt', 'finishedAt'])
    .executeTakeFirstOrThrow()
  if (!finished || progress < END_PROGRESS) return null
  const needed = await readingMs(tx, articleId)
  // The time by which a fast reader must have begun, by the clock of the server.
  const latestStart = new Date(at.getTime() - needed)
  const begun = startedAt ?? at
  if (begun > latestStart) return { waitMs: needed - (at.getTime() - begun.getTime()) }
  if (!(await claimTime(tx, viewer.id, latestStart))) {
    const lastFinishAt = (await getLastFinish(tx, viewer.id)) ?? at
    return { waitMs: Math.max(SECOND_MS, needed - (at.getTime() - lastFinishAt.getTime())) }
  }
  const isFirst = finishedAt === null
  if (isFirst)
    await tx.db
      .updateTable('reading')
      .set({ finishedAt: at })
      .where('personId', '=', viewer.id)
      .where('articleId', '=', articleId)
      .execute()
  return { personId: viewer.id, articleId, isFirst }
}

async function readingMs({ db }: Ctx, articleId: string) {
  const { readingMinutes } = await db
    .selectFrom('article')
    .select('readingMinutes')
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  return secondsToFinish(readingMinutes) * SECOND_MS
}

/**
 * Whether the person finished no other story since then, so that stories opened at once do not count for the same
 * minutes. One statement, so that of several reports at once one counts.
 */
async function claimTime(tx: Ctx, personId: string, since: Date) {
  const lastFinishAt = tx.now()
  const claimed = await tx.db
    .insertInto('forYouState')
    .values({ personId, lastFinishAt })
    .onConflict((conflict) =>
      conflict
        .column('personId')
        .doUpdateSet({ lastFinishAt })
        .where((eb) =>
          eb.or([eb('forYouState.lastFinishAt', 'is', null), eb('forYouState.lastFinishAt', '<=', since)]),
        ),
    )
    .returning('personId')
    .executeTakeFirst()
  return claimed !== undefined
}

async function getLastFinish({ db }: Ctx, personId: string) {
  const row = await db
    .selectFrom('forYouState')
    .select('lastFinishAt')
    .where('personId', '=', personId)
    .executeTakeFirst()
  return row?.lastFinishAt ?? null
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
    const isOwn = ownReading(viewer.id, story.id)
    await db.deleteFrom('reading').where(isOwn).where('finishedAt', 'is', null).execute()
    // That a story was finished stays, or it would count as finished for the first time again.
    await db.updateTable('reading').set({ progress: 0, startedAt: null }).where(isOwn).execute()
    return {}
  })
}

function ownReading(personId: string, articleId: string) {
  return ({ and }: ExpressionBuilder<Tables, 'reading'>) => and({ personId, articleId })
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
