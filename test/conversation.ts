import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Role } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { aCtx, aPerson } from './people.ts'

export function as(db: Db, viewer: Viewer, extra: Partial<Ctx> = {}): Ctx<Viewer> {
  return { ...aCtx(db, extra), viewer }
}

/** A person with an old account, whose first response is not held. */
export async function anEstablishedPerson(
  db: Db,
  role: Role = 'reader',
  given: { name?: string; handle?: string } = {},
) {
  const person = await aPerson(db, role, given)
  await db
    .updateTable('person')
    .set({ createdAt: new Date(0) })
    .where('id', '=', person.id)
    .execute()
  return person
}

export async function aBlock(db: Db, blockerId: string, blockedId: string) {
  await db.insertInto('block').values({ blockerId, blockedId, since: new Date() }).execute()
}

/** Fails if a stored counter differs from the number of rows. */
export async function expectCountsToMatch(db: Db, articleId: string) {
  const { rows } = await sql<{ what: string; kept: number; counted: number }>`
    select 'responses' as what, response_count as kept,
      (select count(*)::int from response left join response as thread on thread.id = response.parent_id
       where response.article_id = article.id and response.state = 'shown'
         and (thread.id is null or thread.state in ('shown', 'deleted'))) as counted
      from article where id = ${articleId}
    union all select 'likes', like_count, (select count(*)::int from story_like where article_id = article.id)
      from article where id = ${articleId}
    union all select 'replies', reply_count,
        (select count(*)::int from response as reply where reply.parent_id = response.id and reply.state = 'shown')
      from response where article_id = ${articleId}
    union all select 'likes of a response', like_count,
        (select count(*)::int from response_like where response_id = response.id)
      from response where article_id = ${articleId}`.execute(db)
  expect(rows.filter(({ kept, counted }) => kept !== counted)).toEqual([])
}

/** Notification kinds for a response, by recipient. */
export async function notifiedOf(db: Db, responseId: string) {
  const rows = await db
    .selectFrom('notificationEvent')
    .select(['kind', 'personId'])
    .where('responseId', '=', responseId)
    .execute()
  return new Map(rows.map(({ personId, kind }) => [personId, kind]))
}

/** The moderation notifications to a person, oldest first. */
export async function moderationNotices(db: Db, personId: string) {
  const rows = await db
    .selectFrom('notificationEvent')
    .select('detail')
    .where('personId', '=', personId)
    .where('kind', '=', 'moderation')
    .orderBy('at')
    .execute()
  return rows.map(({ detail }) => detail)
}
