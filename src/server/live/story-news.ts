import { sql } from 'kysely'
import { SECOND_MS } from '#contract/constants.ts'
import type { LiveEvents } from '#contract/notifications/notifications.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A change may commit a little after the time it carries; what was sent already is sent again rather than missed. */
const OVERLAP_MS = 5 * SECOND_MS
const MOST = 200

export type StoryNews = { storyId: string } & LiveEvents['response']

const NAME = /^live:response:(\w+):(\w+):(\w+|-):(new|changed)$/

/** What a touched name says about the responses of a story, if it does. */
export function readNews(name: string): Omit<StoryNews, 'responses'> | null {
  const [, storyId, id, parent, change] = NAME.exec(name) ?? []
  if (!storyId || !id || !parent) return null
  return { storyId, id, parent: parent === '-' ? null : parent, change: change === 'new' ? 'new' : 'changed' }
}

/** How many responses these stories have now. Stories that nobody may read are not among them. */
export async function responseCounts({ db }: Pick<Ctx, 'db'>, stories: string[]): Promise<Map<string, number>> {
  if (stories.length === 0) return new Map()
  const rows = await db
    .selectFrom('article')
    .select(['id', 'responseCount'])
    .where('id', '=', sql<string>`any(${stories}::text[])`)
    .where('state', '=', 'published')
    .execute()
  return new Map(rows.map(({ id, responseCount }) => [id, responseCount]))
}

/** What was changed below a story since a time, in the order it was. What nobody sees yet is not told. */
export async function newsSince({ db }: Pick<Ctx, 'db'>, storyId: string, since: number): Promise<StoryNews[]> {
  const from = new Date(since - OVERLAP_MS)
  const rows = await db
    .selectFrom('response')
    .innerJoin('article', 'article.id', 'response.articleId')
    .select(['response.id', 'response.parentId', 'response.createdAt', 'article.responseCount'])
    .where('response.articleId', '=', storyId)
    .where('response.changedAt', '>', from)
    .where('response.state', '!=', 'held')
    .where('article.state', '=', 'published')
    .orderBy('response.changedAt')
    .orderBy('response.id')
    .limit(MOST)
    .execute()
  return rows.map(({ id, parentId, createdAt, responseCount }) => ({
    storyId,
    id,
    parent: parentId,
    change: createdAt > from ? 'new' : 'changed',
    responses: responseCount,
  }))
}
