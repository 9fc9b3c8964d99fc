import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Recipient } from './recipients.ts'
import { type Delivery, queueMail, queuePush } from './deliveries.ts'
import type { DueEvent } from './fan-out.ts'

type Row = { id: string; personId: string }

/**
 * Notifies a batch of recipients, each once per cause. Returns those whose list on the site changed. Call inside a
 * transaction that has locked their lists.
 */
export async function notifyRecipients(tx: Ctx, event: DueEvent, recipients: Recipient[]): Promise<string[]> {
  if (recipients.length === 0) return []
  const { kind, cause } = event
  const fresh = await withoutNotified(tx, cause, recipients)
  if (fresh.length === 0) return []
  const regrouped = await regroup(tx, event, idsOf(fresh.filter(({ onSite }) => onSite)))
  const grouped = new Set(regrouped.map(({ personId }) => personId))
  const added = fresh
    .filter(({ personId }) => !grouped.has(personId))
    .map((recipient) => ({ ...recipient, id: newId() }))
  await insertNotifications(tx, event, added)
  const rows = [...regrouped, ...added]
  await countNotified(tx, event, rows, idsOf(added.filter(({ onSite }) => onSite)))
  const deliveries: Delivery[] = rows.map(({ id, personId }) => ({ personId, notificationId: id, cause, kind }))
  const [byMail, byPush] = [fresh.filter((one) => one.byMail), fresh.filter((one) => one.byPush)].map(idSet)
  await queueMail(
    tx,
    deliveries.filter(({ personId }) => byMail?.has(personId)),
  )
  await queuePush(
    tx,
    deliveries.filter(({ personId }) => byPush?.has(personId)),
  )
  return idsOf(fresh.filter(({ onSite }) => onSite))
}

function idSet(people: { personId: string }[]) {
  return new Set(idsOf(people))
}

function idsOf(people: { personId: string }[]) {
  return people.map(({ personId }) => personId)
}

/** Locks the lists of these people until the transaction ends, in the order of their ids to avoid deadlocks. */
export async function lockLists({ db }: Pick<Ctx, 'db'>, people: string[]) {
  if (people.length === 0) return
  const sorted = [...new Set(people)].toSorted()
  await sql`insert into notification_state (person_id) select unnest(${sorted}::text[])
    on conflict (person_id) do nothing`.execute(db)
  await sql`select person_id from notification_state
    where person_id = any(${sorted}::text[]) order by person_id for update`.execute(db)
}

async function withoutNotified({ db }: Ctx, cause: string, recipients: Recipient[]) {
  const { rows } = await sql<{ personId: string }>`select person_id from notification_cause
    where person_id = any(${idsOf(recipients)}::text[]) and cause = ${cause}`.execute(db)
  const notified = new Set(idsOf(rows))
  return recipients.filter(({ personId }) => !notified.has(personId))
}

/** Adds the actor to unread notifications with the same group key. */
async function regroup({ db, now }: Ctx, event: DueEvent, people: string[]): Promise<Row[]> {
  if (people.length === 0) return []
  const { kind, actorId, articleId, responseId } = event
  // Deleting the story of a notification deletes the notification, so it belongs to the latest one.
  const story = kind === 'submission' ? sql`article_id = ${articleId},` : sql``
  const known = sql`exists (select from notification_cause as known
    where known.notification_id = notification.id and known.actor_id = ${actorId})`
  const actors = sql`actor_ids = (array_prepend(${actorId}::text, array_remove(notification.actor_ids, ${actorId})))[1:3],
    actor_count = notification.actor_count + case when ${known} then 0 else 1 end,`
  const { rows } = await sql<Row>`
    update notification set seq = state.last_seq + 1, ${actorId === null ? sql`` : actors} ${story}
      response_id = coalesce(${responseId}, notification.response_id), detail = ${regroupedDetail(event)}, updated_at = ${now()}
    from notification_state as state
    where state.person_id = notification.person_id and notification.person_id = any(${people}::text[])
      and notification.about = ${groupKey(event)} and notification.read_at is null
    returning notification.id, notification.person_id`.execute(db)
  return rows
}

/** A submission counts the stories. A story that is submitted again counts once. Berries are added up. */
function regroupedDetail({ kind, articleId, detail }: DueEvent) {
  if (kind === 'berries')
    return sql`jsonb_build_object('berries',
      coalesce((notification.detail->>'berries')::int, 0) + ${detail.berries ?? 0}::int)`
  if (kind !== 'submission') return sql`${JSON.stringify(detail)}`
  const others = sql`(select count(distinct split_part(cause, ':', 2)) from notification_cause
    where notification_id = notification.id and split_part(cause, ':', 2) <> ${articleId})`
  return sql`case when ${others} = 0 then ${JSON.stringify(detail)}::jsonb
    else jsonb_build_object('stories', ${others} + 1) end`
}

async function insertNotifications({ db, now }: Ctx, event: DueEvent, added: (Recipient & Row)[]) {
  if (added.length === 0) return
  const { kind, actorId, articleId, responseId, detail } = event
  const at = now()
  const actors = actorId === null ? [] : [actorId]
  await sql`
    insert into notification (id, person_id, seq, kind, about, article_id, response_id, actor_ids, actor_count, detail,
      created_at, updated_at, read_at, shown)
    select item.id, item.person_id, state.last_seq + 1, ${kind}, ${groupKey(event)}, ${articleId}, ${responseId},
      ${actors}::text[], ${actors.length}, ${JSON.stringify(detail)}, ${at}, ${at},
      case when not item.shown then ${at}::timestamptz end, item.shown
    from unnest(${added.map(({ id }) => id)}::text[], ${idsOf(added)}::text[], ${added.map(({ onSite }) => onSite)}::boolean[])
      as item (id, person_id, shown)
    join notification_state as state on state.person_id = item.person_id`.execute(db)
}

/** Records the cause for each person and counts in their lists: a change for all, something unread for some. */
async function countNotified({ db, now }: Ctx, { cause, actorId }: DueEvent, rows: Row[], unread: string[]) {
  await sql`
    with recorded as (
      insert into notification_cause (person_id, cause, notification_id, actor_id, at)
      select item.person_id, ${cause}, item.id, ${actorId}, ${now()}
      from unnest(${idsOf(rows)}::text[], ${rows.map(({ id }) => id)}::text[]) as item (person_id, id)
    )
    update notification_state set last_seq = last_seq + 1,
      unread = unread + case when person_id = any(${unread}::text[]) then 1 else 0 end
    where person_id = any(${idsOf(rows)}::text[])`.execute(db)
}

/** While a notification is unread, further events with the same key are grouped into it. */
function groupKey({ kind, cause, articleId, responseId }: DueEvent): string {
  switch (kind) {
    case 'follow':
    case 'submission':
      return kind
    // Each result stands alone: a later one must not replace the reason of an earlier one.
    case 'review':
    case 'moderation':
    case 'reward':
    case 'membership':
      return cause
    case 'mention':
    case 'approval':
    case 'response-like':
      return `${kind}:${responseId}`
    default:
      return `${kind}:${articleId}`
  }
}
