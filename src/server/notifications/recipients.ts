import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { wantsAnyChannel, wantsMail, wantsOnSite, wantsPush } from './preferences.ts'
import type { DueEvent } from './fan-out.ts'

export type Recipient = { personId: string; wanted: boolean; onSite: boolean; byMail: boolean; byPush: boolean }

type Batch = DueEvent & { limit: number }

/**
 * The next batch of recipients in id order. Not `wanted`: disabled accounts, authors in the story's byline, people who
 * turned the kind off, and blocks or mutes between actor and recipient. Editorial notifications ignore blocks and mutes.
 */
export async function nextRecipients({ db }: Pick<Ctx, 'db'>, event: Batch): Promise<Recipient[]> {
  const { kind, actorId, articleId, personId } = event
  const blockedOrMuted = sql<boolean>`exists (select from block where blocker_id = person.id and blocked_id = ${actorId})
    or exists (select from block where blocker_id = ${actorId} and blocked_id = person.id)
    or exists (select from mute where muter_id = person.id and muted_id = ${actorId})`
  const inByline = sql<boolean>`exists (select from article where id = ${articleId} and author_id = person.id)
    or exists (select from article_co_author where article_id = ${articleId} and person_id = person.id)`
  const { rows } = await sql<Recipient>`
    with candidate as materialized (${candidatesOf(event)})
    select candidate.person_id, ${wantsOnSite(kind)} as on_site, ${wantsMail(kind)} as by_mail, ${wantsPush(kind)} as by_push,
      person.disabled_at is null and person.id is distinct from ${actorId}::text
        and ${wantsAnyChannel(kind)} ${editorial.has(kind) ? sql`` : sql`and not (${blockedOrMuted})`} ${personId === null ? sql`and not (${inByline})` : sql``} as wanted
    from candidate
    join person on person.id = candidate.person_id
    left join notification_preference as preference
      on preference.person_id = candidate.person_id and preference.kind = ${kind}
    order by candidate.person_id`.execute(db)
  return rows
}

const editorial: ReadonlySet<NotificationKind> = new Set([
  'review',
  'submission',
  'assignment',
  'note',
  'approval',
  'moderation',
])

function candidatesOf({ kind, personId, actorId, notifiedTo, at, limit }: Batch) {
  if (personId !== null) return sql`select ${personId}::text as person_id`
  if (kind === 'submission') {
    return sql`select id as person_id from person
      where role in ('editor', 'admin') and id > ${notifiedTo} order by id limit ${limit}`
  }
  return sql`select follower_id as person_id from follow
    where followed_id = ${actorId} and follower_id > ${notifiedTo} and since <= ${at}
    order by follower_id limit ${limit}`
}
