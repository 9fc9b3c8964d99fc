import { sql } from 'kysely'
import type { Viewer } from '#contract/viewer.ts'
import type { Person } from '#contract/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { presentPeople } from './profiles.ts'
import { creatorsByIds } from './queries.ts'

const MOST = 12
/** How many stories of each topic are looked at. */
const STORIES_A_TOPIC = 12
/** How many creators are looked at besides, so that enough are left without those who are followed. */
const MOST_READ = 60

/** Creators whom the viewer could follow: first those who write about their topics, then those who are read lately. */
export async function suggestedPeople(ctx: Ctx<Viewer>): Promise<Person[]> {
  const { db, viewer } = ctx
  const [topical, risen] = await Promise.all([authorsOfTopics(db, viewer.id), risingCreators(db)])
  const candidates = [...new Set([...topical, ...risen])]
  const unwanted = await knownAmong(db, viewer.id, candidates)
  const wanted = candidates.filter((id) => id !== viewer.id && !unwanted.has(id))
  if (wanted.length === 0) return []
  const rows = new Map((await creatorsByIds(db, wanted)).map((row) => [row.id, row]))
  return presentPeople(ctx, wanted.flatMap((id) => rows.get(id) ?? []).slice(0, MOST))
}

/** Who wrote what is read most on the shelves, and what is newest with the tags, that somebody follows; the most often found first. */
async function authorsOfTopics(db: Db, personId: string) {
  const { rows } = await sql<{ authorId: string }>`
    select article.author_id from (
      select story.article_id from topic_follow cross join lateral (
        select article_id from story_rank where story_rank.category_id = topic_follow.category_id
        order by heat desc, article_id limit ${STORIES_A_TOPIC}) as story
      where topic_follow.person_id = ${personId} and topic_follow.category_id is not null
      union all
      select story.article_id from topic_follow cross join lateral (
        select article_id from article_tag where article_tag.tag_id = topic_follow.tag_id and published_at is not null
        order by published_at desc, article_id desc limit ${STORIES_A_TOPIC}) as story
      where topic_follow.person_id = ${personId} and topic_follow.tag_id is not null) as given
    join article on article.id = given.article_id and article.state = 'published'
    group by article.author_id order by count(*) desc, article.author_id limit ${MOST_READ}`.execute(db)
  return rows.map(({ authorId }) => authorId)
}

async function risingCreators(db: Db) {
  const rows = await db
    .selectFrom('creatorRank')
    .select('personId')
    .orderBy('heat', 'desc')
    .orderBy('personId')
    .limit(MOST_READ)
    .execute()
  return rows.map(({ personId }) => personId)
}

/** Those whom the viewer follows already, or wants nothing of, or who want nothing of the viewer. */
async function knownAmong(db: Db, viewerId: string, ids: string[]) {
  if (ids.length === 0) return new Set<string>()
  const known = db
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
  return new Set((await known.execute()).map(({ id }) => id))
}
