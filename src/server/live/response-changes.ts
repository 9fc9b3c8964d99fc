import { sql } from 'kysely'
import { SECOND_MS } from '#contract/constants.ts'
import type { LiveEvents, ResponseChangeKind } from '#contract/notifications/notifications.ts'
import { changeKindOf } from '#server/conversation/invalidate.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isPublished, publishedArticles } from '#server/stories/published.ts'

/** A change may commit after its timestamp. Resuming overlaps, because sending twice is better than missing a change. */
const OVERLAP_MS = 5 * SECOND_MS
const MAX_CHANGES = 200

export type ResponseChange = { storyId: string } & LiveEvents['response']

const TAG = /^live:response:(\w+):(\w+):(\w+|-):(new|changed|held|gone)$/
const kinds: readonly ResponseChangeKind[] = ['new', 'changed', 'held', 'gone']

/** Null for any other tag. */
export function parseResponseTag(tag: string): Omit<ResponseChange, 'responses'> | null {
  const [, storyId, id, parent, kind] = TAG.exec(tag) ?? []
  const change = kinds.find((one) => one === kind)
  if (!storyId || !id || !parent || !change) return null
  return { storyId, id, parent: parent === '-' ? null : parent, change }
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

/** Changes since a time, in order. */
export async function listChangesSince(
  { db }: Pick<Ctx, 'db'>,
  storyId: string,
  since: number,
): Promise<ResponseChange[]> {
  const from = new Date(since - OVERLAP_MS)
  const rows = await db
    .selectFrom('response')
    .innerJoin('article', 'article.id', 'response.articleId')
    .leftJoin('response as thread', 'thread.id', 'response.parentId')
    .select(['response.id', 'response.parentId', 'response.createdAt', 'article.responseCount'])
    .select(['response.state', 'response.replyCount', 'thread.state as threadState'])
    .where('response.articleId', '=', storyId)
    .where('response.changedAt', '>', from)
    .where(isPublished())
    .orderBy('response.changedAt')
    .orderBy('response.id')
    .limit(MAX_CHANGES)
    .execute()
  return rows.map(({ id, parentId, createdAt, responseCount, ...row }) => ({
    storyId,
    id,
    parent: parentId,
    change: changeKindOf({ ...row, isNew: createdAt > from }),
    responses: responseCount,
  }))
}
