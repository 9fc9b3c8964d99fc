import { sql } from 'kysely'
import { SECOND_MS } from '#contract/constants.ts'
import type { LiveEvents } from '#contract/notifications/notifications.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isPublished, publishedArticles } from '#server/stories/published.ts'

/** A change may commit after its timestamp. Resuming overlaps, because sending twice is better than missing a change. */
const OVERLAP_MS = 5 * SECOND_MS
const MAX_CHANGES = 200

export type ResponseChange = { storyId: string } & LiveEvents['response']

const TAG = /^live:response:(\w+):(\w+):(\w+|-):(new|changed)$/

/** Null for any other tag. */
export function parseResponseTag(tag: string): Omit<ResponseChange, 'responses'> | null {
  const [, storyId, id, parent, change] = TAG.exec(tag) ?? []
  if (!storyId || !id || !parent) return null
  return { storyId, id, parent: parent === '-' ? null : parent, change: change === 'new' ? 'new' : 'changed' }
}

/** Response counts of the published stories among these. */
export async function responseCounts({ db }: Pick<Ctx, 'db'>, stories: string[]): Promise<Map<string, number>> {
  if (stories.length === 0) return new Map()
  const rows = await publishedArticles(db)
    .select(['id', 'responseCount'])
    .where('id', '=', sql<string>`any(${stories}::text[])`)
    .execute()
  return new Map(rows.map(({ id, responseCount }) => [id, responseCount]))
}

/** Changes since a time, in order. Held responses are left out. */
export async function listChangesSince(
  { db }: Pick<Ctx, 'db'>,
  storyId: string,
  since: number,
): Promise<ResponseChange[]> {
  const from = new Date(since - OVERLAP_MS)
  const rows = await db
    .selectFrom('response')
    .innerJoin('article', 'article.id', 'response.articleId')
    .select(['response.id', 'response.parentId', 'response.createdAt', 'article.responseCount'])
    .where('response.articleId', '=', storyId)
    .where('response.changedAt', '>', from)
    .where('response.state', '!=', 'held')
    .where(isPublished())
    .orderBy('response.changedAt')
    .orderBy('response.id')
    .limit(MAX_CHANGES)
    .execute()
  return rows.map(({ id, parentId, createdAt, responseCount }) => ({
    storyId,
    id,
    parent: parentId,
    change: createdAt > from ? 'new' : 'changed',
    responses: responseCount,
  }))
}
