import { sql } from 'kysely'
import type { ArticleState } from '#contract/articles.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { getStoryId } from '#server/reading/story.ts'

const PUBLISHED = sql.lit<ArticleState>('published')

/** What a conversation has to know of the story it stands below. */
export type TalkedOf = Awaited<ReturnType<typeof talkedOf>>

/** A published story by its id, its slug or one it had. */
export async function storyToTalkOf({ db }: Pick<Ctx, 'db'>, ref: string) {
  return talkedOf(db, await getStoryId(db, ref))
}

/** The same by its id. What is published no more has no conversation either. */
export async function talkedOf(db: Db, id: string) {
  const { authorId, coAuthorIds, ...story } = await orNotFound(
    db
      .selectFrom('article')
      .select(['id', 'authorId', 'takesResponses', 'likeCount', 'responseCount'])
      .select(
        sql<
          string[]
        >`array(select person_id from article_co_author where article_id = article.id order by position)`.as(
          'coAuthorIds',
        ),
      )
      .where('id', '=', id)
      .where('state', '=', PUBLISHED)
      .executeTakeFirst(),
  )
  return { ...story, writerIds: [authorId, ...coAuthorIds] }
}

/** Who keeps order below a story: those who wrote it, and editors. */
export function moderates(viewer: Viewer | null, { writerIds }: Pick<TalkedOf, 'writerIds'>) {
  return viewer !== null && (writerIds.includes(viewer.id) || hasRole(viewer, 'editor'))
}
