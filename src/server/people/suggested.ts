import { sql } from 'kysely'
import type { Viewer } from '#contract/viewer.ts'
import type { Person } from '#contract/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { presentPeople } from './profiles.ts'
import { creatorsByIds } from './queries.ts'

const MAX_SUGGESTED = 12
const STORIES_PER_TOPIC = 12
/** Enough that some remain after excluding people the viewer already follows. */
const MAX_CANDIDATES = 60

/** Authors of stories in the viewer's topics first, then the most popular creators. */
export async function listSuggestedPeople(ctx: Ctx<Viewer>): Promise<Person[]> {
  const { db, viewer } = ctx
  const [topical, rising] = await Promise.all([authorsOfTopics(db, viewer.id), risingCreators(db)])
  const candidates = [...new Set([...topical, ...rising])]
  const excluded = await excludedAmong(db, viewer.id, candidates)
  const ids = candidates.filter((id) => id !== viewer.id && !excluded.has(id))
  if (ids.length === 0) return []
  const rows = new Map((await creatorsByIds(db, viewer.id, ids)).map((row) => [row.id, row]))
  return presentPeople(ctx, ids.flatMap((id) => rows.get(id) ?? []).slice(0, MAX_SUGGESTED))
}

/** Authors of the most popular stories in followed categories and the newest in followed tags, most matches first. */
async function authorsOfTopics(db: Db, personId: string) {
  const { rows } = await sql<{ authorId: string }>`
    select article.author_id from (
      select story.article_id from topic_follow cross join lateral (
        select article_id from story_rank where story_rank.category_id = topic_follow.category_id
        order by heat desc, article_id limit ${STORIES_PER_TOPIC}) as story
      where topic_follow.person_id = ${personId} and topic_follow.category_id is not null
      union all
      select story.article_id from topic_follow cross join lateral (
        select article_id from article_tag where article_tag.tag_id = topic_follow.tag_id and published_at is not null
        order by published_at desc, article_id desc limit ${STORIES_PER_TOPIC}) as story
      where topic_follow.person_id = ${personId} and topic_follow.tag_id is not null) as given
    join article on article.id = given.article_id and article.state = 'published'
    group by article.author_id order by count(*) desc, article.author_id limit ${MAX_CANDIDATES}`.execute(db)
  return rows.map(({ authorId }) => authorId)
}

async function risingCreators(db: Db) {
  const rows = await db
    .selectFrom('creatorRank')
    .select('personId')
    .orderBy('heat', 'desc')
    .orderBy('personId')
    .limit(MAX_CANDIDATES)
    .execute()
  return rows.map(({ personId }) => personId)
}

/** People the viewer follows, has muted or blocked, and people who blocked the viewer. */
async function excludedAmong(db: Db, viewerId: string, ids: string[]) {
  if (ids.length === 0) return new Set<string>()
  const excluded = db
    .selectFrom('follow')
    .select('followedId as id')
    .where('followerId', '=', viewerId)
    .where('followedId', 'in', ids)
    .unionAll(db.selectFrom('mute').select('mutedId as id').where('muterId', '=', viewerId).where('mutedId', 'in', ids))
    .unionAll(
      db.selectFrom('block').select('blockedId as id').where('blockerId', '=', viewerId).where('blockedId', 'in', ids),
    )
    .unionAll(
      db.selectFrom('block').select('blockerId as id').where('blockedId', '=', viewerId).where('blockerId', 'in', ids),
    )
  return new Set((await excluded.execute()).map(({ id }) => id))
}
