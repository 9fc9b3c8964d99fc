import { sql } from 'kysely'
import type { Review } from '#contract/articles/submissions.ts'
import type { Viewer } from '#contract/viewer.ts'
import { requireArticle } from '#server/articles/access.ts'
import { presentActor } from '#server/articles/actor.ts'
import { listPersonNames } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { findSubmissions, getChecklist } from './submissions.ts'

export async function getReview(ctx: Ctx<Viewer>, articleId: string): Promise<Review> {
  const { db } = ctx
  await requireArticle(ctx, articleId)
  const { draft, current, base } = await findSubmissions(db, articleId)
  const since = draft?.reviewSince ?? null
  const [queue, checklist, [reviewer = null]] = await Promise.all([
    queueAround(db, articleId, since !== null),
    current ? getChecklist(ctx, current.id) : [],
    draft?.reviewerId ? listPersonNames(ctx, [draft.reviewerId]) : [],
  ])
  return {
    submission: current && { id: current.id, by: presentActor(current), at: current.at.toISOString() },
    reviewer: since === null ? null : reviewer,
    checklist,
    queue,
    comparison: base?.kind ?? null,
  }
}

function queued(db: Db) {
  return db.selectFrom('draft').where('draft.reviewSince', 'is not', null)
}

/** Oldest submission first. */
async function queueAround(db: Db, articleId: string, isQueued: boolean): Promise<Review['queue']> {
  const neighbour = queued(db).select(['draft.articleId as id', 'draft.title']).limit(1)
  const counted = queued(db).select(({ fn }) => fn.countAll<number>().as('count'))
  if (!isQueued) {
    const [{ count }, next] = await Promise.all([
      counted.executeTakeFirstOrThrow(),
      neighbour.orderBy('draft.reviewSince').orderBy('draft.articleId').executeTakeFirst(),
    ])
    return { place: null, of: count, previous: null, next: next ?? null }
  }
  // From the row itself: the time of the database is more precise than a Date.
  const place = sql`((select review_since from draft as own where own.article_id = ${articleId}), ${articleId})`
  const before = sql<boolean>`(draft.review_since, draft.article_id) < ${place}`
  const after = sql<boolean>`(draft.review_since, draft.article_id) > ${place}`
  const [{ count }, earlier, previous, next] = await Promise.all([
    counted.executeTakeFirstOrThrow(),
    counted.where(before).executeTakeFirstOrThrow(),
    neighbour.where(before).orderBy('draft.reviewSince', 'desc').orderBy('draft.articleId', 'desc').executeTakeFirst(),
    neighbour.where(after).orderBy('draft.reviewSince').orderBy('draft.articleId').executeTakeFirst(),
  ])
  return { place: earlier.count + 1, of: count, previous: previous ?? null, next: next ?? null }
}
