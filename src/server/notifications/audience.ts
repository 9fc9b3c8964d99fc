import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { wantsAnyhow, wantsOnSite } from './preferences.ts'
import type { DueHappening } from './fan-out.ts'

export type Hearer = { personId: string; wanted: boolean; onSite: boolean }

type Asked = DueHappening & { limit: number }

/**
 * The next people whom it concerns, by their ids. Not wanted: whoever is disabled, in the byline of the story, has
 * turned the kind off, or wants nothing of the actor, or the actor of them. What an editor decided is told regardless.
 */
export async function nextHearers({ db }: Pick<Ctx, 'db'>, happening: Asked): Promise<Hearer[]> {
  const { kind, actorId, articleId } = happening
  const apart = sql<boolean>`exists (select from block where blocker_id = person.id and blocked_id = ${actorId})
    or exists (select from block where blocker_id = ${actorId} and blocked_id = person.id)
    or exists (select from mute where muter_id = person.id and muted_id = ${actorId})`
  const inByline = sql<boolean>`exists (select from article where id = ${articleId} and author_id = person.id)
    or exists (select from article_co_author where article_id = ${articleId} and person_id = person.id)`
  const { rows } = await sql<Hearer>`
    with heard as materialized (${peopleOf(happening)})
    select heard.person_id, ${wantsOnSite(kind)} as on_site,
      person.disabled_at is null and person.id is distinct from ${actorId}::text
        and ${wantsAnyhow(kind)} ${kind === 'review' ? sql`` : sql`and not (${apart})`} ${kind === 'story' ? sql`and not (${inByline})` : sql``} as wanted
    from heard
    join person on person.id = heard.person_id
    left join notification_preference as preference
      on preference.person_id = heard.person_id and preference.kind = ${kind}
    order by heard.person_id`.execute(db)
  return rows
}

function peopleOf({ personId, actorId, toldTo, at, limit }: Asked) {
  if (personId !== null) return sql`select ${personId}::text as person_id`
  return sql`select follower_id as person_id from follow
    where followed_id = ${actorId} and follower_id > ${toldTo} and since <= ${at}
    order by follower_id limit ${limit}`
}
