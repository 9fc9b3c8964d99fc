import { sql } from 'kysely'
import { HOUR_MS } from '#contract/constants.ts'
import type { BegunStory } from '#contract/discovery.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createCardPresenter } from '#server/stories/cards.ts'
import { publishedCards, publishedId } from '#server/stories/published.ts'
import { engageOnceToday } from './engage.ts'
import { askForChoice } from './for-you-due.ts'
import { dayOf, isCounted } from './visitor.ts'

const KEPT_MS = 48 * HOUR_MS
const MOST_BEGUN = 6
/** Less than this is a glance. */
const BEGUN = 5

type Reading = { progress: number; finished: boolean }

/** Notes how far somebody came, and counts a story that was read to its end, once a day for each reader. */
export async function noteReading(ctx: Ctx, ref: string, { progress, finished }: Reading) {
  const story = await publishedId(ctx.db, ref)
  if (!story) throw new Refusal('not-found')
  const { viewer } = ctx
  if (!isCounted(ctx)) return {}
  await inTransaction(ctx, async (tx) => {
    if (viewer) await keepPlace(tx, viewer, story.id, { progress, finished })
    if (finished) await engageOnceToday(tx, story.id, 'read')
  })
  return {}
}

async function keepPlace(tx: Ctx, viewer: Viewer, articleId: string, { progress, finished }: Reading) {
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
  if (numInsertedOrUpdatedRows && finished) await askForChoice(tx, viewer.id)
}

/** What the viewer began and has not finished, the latest first. */
export async function listReadings(ctx: Ctx<Viewer>): Promise<BegunStory[]> {
  const rows = await publishedCards(ctx.db)
    .innerJoin('reading', 'reading.articleId', 'article.id')
    .select(['reading.progress', 'reading.readAt'])
    .where('reading.personId', '=', ctx.viewer.id)
    .where('reading.finishedAt', 'is', null)
    .where('reading.progress', '>=', BEGUN)
    .orderBy('reading.readAt', 'desc')
    .limit(MOST_BEGUN)
    .execute()
  const card = await createCardPresenter(ctx, rows)
  return rows.map((row) => ({
    story: card(row),
    progress: row.progress,
    readAt: row.readAt.toISOString(),
  }))
}

export async function forgetReading(ctx: Ctx<Viewer>, ref: string) {
  const story = await publishedId(ctx.db, ref)
  if (!story) throw new Refusal('not-found')
  await ctx.db.deleteFrom('reading').where('personId', '=', ctx.viewer.id).where('articleId', '=', story.id).execute()
  return {}
}

/** Salts and who read what on which day: gone when they can no longer count anything. */
export async function sweepVisitors({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const last = dayOf(new Date(now().getTime() - KEPT_MS))
  await db.deleteFrom('finishedToday').where('day', '<=', last).execute()
  await db.deleteFrom('visitorSalt').where('day', '<=', last).execute()
}
