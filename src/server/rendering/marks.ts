import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { Marks, Subjects } from '#site/site-handler.ts'

export type FoundMarks = {
  marks: Marks
  /** True if the page differs for this person in more than marks, so that they need a page of their own. */
  needsOwnPage: boolean
}

/** What a person has marked among the subjects of a page, in one query. */
export async function findMarks(db: Db, personId: string, subjects: Subjects): Promise<FoundMarks> {
  const { stories, likable, responses, people, followable, profiles, topics } = subjects
  const { rows } = await sql<Marks & { needsOwnPage: boolean }>`select
    array(select distinct bookmark.article_id from bookmark
      join reading_list on reading_list.id = bookmark.list_id
      where bookmark.owner_id = ${personId} and bookmark.article_id = any(${stories}::text[])
        and reading_list.deleted_at is null order by 1) as saved,
    array(select article_id from story_like where person_id = ${personId} and article_id = any(${likable}::text[])
      union all
      select response_id from response_like where person_id = ${personId} and response_id = any(${responses}::text[])
      order by 1) as liked,
    array(select followed_id from follow
      where follower_id = ${personId} and followed_id = any(${followable}::text[]) order by 1) as followed,
    array(select 'category ' || category.slug from topic_follow
      join category on category.id = topic_follow.category_id
      where topic_follow.person_id = ${personId} and 'category ' || category.slug = any(${topics}::text[])
      union all
      select 'tag ' || tag.slug from topic_follow join tag on tag.id = topic_follow.tag_id
      where topic_follow.person_id = ${personId} and 'tag ' || tag.slug = any(${topics}::text[])
      order by 1) as topics,
    -- A block hides both sides from each other in conversations.
    exists (select from block where blocker_id = ${personId} and blocked_id = any(${people}::text[]))
      or exists (select from block where blocked_id = ${personId} and blocker_id = any(${people}::text[]))
      -- Also those whose responses are on later pages or deleted.
      or exists (select from block join response on response.author_id in (block.blocked_id, block.blocker_id)
        where ${personId} in (block.blocker_id, block.blocked_id) and response.author_id <> ${personId}
          and response.article_id = any(${likable}::text[]))
      -- A profile shows the relation to its reader.
      or exists (select from mute where muter_id = ${personId} and muted_id = any(${profiles}::text[]))
      or exists (select from follow where followed_id = ${personId} and follower_id = any(${profiles}::text[]))
      -- People see their own responses that wait for review.
      or exists (select from response where author_id = ${personId} and article_id = any(${likable}::text[])
        and state in ('held', 'hidden')) as needs_own_page`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a query without FROM returned no row')
  const { needsOwnPage, ...marks } = row
  return { marks, needsOwnPage: needsOwnPage || people.includes(personId) }
}
