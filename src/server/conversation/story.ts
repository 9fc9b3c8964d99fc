import { sql } from 'kysely'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import { type Placeholders, type Value, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { getStoryId } from '#server/reading/story.ts'
import { publishedArticles } from '#server/stories/published.ts'
import { takesResponses } from '#server/stories/takes-responses.ts'

export type ConversationStory = ReturnType<typeof toConversationStory>

type Needs = Pick<Ctx, 'db' | 'now'>

/** Finds a published story by id, slug or former slug. */
export async function findConversationStory(ctx: Needs, ref: string) {
  const { db, now } = ctx
  const [row] = await storiesByRef(db, { ref, now: now() })
  return row ? toConversationStory(row) : getConversationStory(ctx, await getStoryId(db, ref))
}

const storiesByRef = compiledQuery((db, { ref, now }: Placeholders<{ ref: string; now: Date }>) =>
  conversationStories(db, now).where((eb) => eb.or([eb('article.slug', '=', ref), eb('article.id', '=', ref)])),
)

/** A story that is not published has no conversation. */
export async function getConversationStory({ db, now }: Needs, id: string) {
  const row = await orNotFound(conversationStories(db, now()).where('article.id', '=', id).executeTakeFirst())
  return toConversationStory(row)
}

/** Also a story that is no longer published, for editors. */
export async function getAnyStory({ db, now }: Needs, id: string) {
  const { state, ...row } = await orNotFound(
    withWriters(db.selectFrom('article'), now())
      .select('article.state')
      .where('article.id', '=', id)
      .executeTakeFirst(),
  )
  return { story: toConversationStory(row), published: state === 'published' }
}

export function conversationStories(db: Db, now: Value<Date>) {
  return withWriters(publishedArticles(db), now)
}

function withWriters(query: ReturnType<typeof publishedArticles>, now: Value<Date>) {
  return query
    .select(['article.id', 'article.authorId', 'article.likeCount', 'article.responseCount'])
    .select(takesResponses(now))
    .select(
      sql<string[]>`array(select person_id from article_co_author where article_id = article.id order by position)`.as(
        'coAuthorIds',
      ),
    )
}

type StoryRow = Awaited<ReturnType<ReturnType<typeof conversationStories>['executeTakeFirstOrThrow']>>

export function toConversationStory({ authorId, coAuthorIds, ...story }: StoryRow) {
  return { ...story, writerIds: [authorId, ...coAuthorIds] }
}

/** Story authors moderate their own conversation, editors all of them. */
export function canModerate(viewer: Viewer | null, { writerIds }: Pick<ConversationStory, 'writerIds'>) {
  return viewer !== null && (writerIds.includes(viewer.id) || hasRole(viewer, 'editor'))
}
