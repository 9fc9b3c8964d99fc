import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { aboutOf } from './about.ts'
import type { Hearer } from './audience.ts'
import { type Told, queueDeliveries } from './deliveries.ts'
import type { DueHappening } from './fan-out.ts'

type Line = { id: string; personId: string }

/** Tells a piece of people at once, each cause to each person once. Returns who has something new in their list. Inside a transaction. */
export async function tellPeople(tx: Ctx, happening: DueHappening, hearers: Hearer[]): Promise<string[]> {
  if (hearers.length === 0) return []
  const { kind, cause } = happening
  const fresh = await lockFresh(tx, cause, hearers)
  if (fresh.length === 0) return []
  const regrouped = await regroup(tx, happening, idsOf(fresh.filter(({ onSite }) => onSite)))
  const grouped = new Set(regrouped.map(({ personId }) => personId))
  const added = fresh.filter(({ personId }) => !grouped.has(personId)).map((hearer) => ({ ...hearer, id: newId() }))
  await addLines(tx, happening, added)
  await tx.db
    .updateTable('notificationState')
    .set((eb) => ({ lastSeq: eb('lastSeq', '+', 1) }))
    .where('personId', '=', sql<string>`any(${idsOf(fresh)}::text[])`)
    .execute()
  const counted = idsOf(added.filter(({ onSite }) => onSite))
  if (counted.length > 0) {
    await tx.db
      .updateTable('notificationState')
      .set((eb) => ({ unread: eb('unread', '+', 1) }))
      .where('personId', '=', sql<string>`any(${counted}::text[])`)
      .execute()
  }
  const lines = [...regrouped, ...added]
  await addCauses(tx, happening, lines)
  const told: Told[] = lines.map(({ id, personId }) => ({ personId, notificationId: id, cause, kind }))
  await queueDeliveries(tx, told)
  return idsOf(fresh.filter(({ onSite }) => onSite))
}

function idsOf(people: { personId: string }[]) {
  return people.map(({ personId }) => personId)
}

/** Locks the lists of these people in the order of their ids, so that two pieces cannot wait for each other. */
async function lockFresh({ db }: Ctx, cause: string, hearers: Hearer[]) {
  const people = idsOf(hearers).toSorted()
  await sql`insert into notification_state (person_id) select unnest(${people}::text[])
    on conflict (person_id) do nothing`.execute(db)
  const { rows: locked } = await sql<{ personId: string }>`select person_id from notification_state
    where person_id = any(${people}::text[]) order by person_id for update`.execute(db)
  const there = new Set(idsOf(locked))
  const { rows: told } = await sql<{ personId: string }>`select person_id from notification_cause
    where person_id = any(${people}::text[]) and cause = ${cause}`.execute(db)
  const before = new Set(idsOf(told))
  return hearers.filter(({ personId }) => there.has(personId) && !before.has(personId))
}

/** Adds the actor to the lines that are about the same thing and not read yet. */
async function regroup({ db, now }: Ctx, happening: DueHappening, people: string[]): Promise<Line[]> {
  if (people.length === 0) return []
  const { actorId, responseId, detail } = happening
  const known = sql`exists (select from notification_cause as known
    where known.notification_id = notification.id and known.actor_id = ${actorId})`
  const actors = sql`actor_ids = (array_prepend(${actorId}::text, array_remove(notification.actor_ids, ${actorId})))[1:3],
    actor_count = notification.actor_count + case when ${known} then 0 else 1 end,`
  const { rows } = await sql<Line>`
    update notification set seq = state.last_seq + 1, ${actorId === null ? sql`` : actors}
      response_id = coalesce(${responseId}, notification.response_id), detail = ${JSON.stringify(detail)}, updated_at = ${now()}
    from notification_state as state
    where state.person_id = notification.person_id and notification.person_id = any(${people}::text[])
      and notification.about = ${aboutOf(happening)} and notification.read_at is null
    returning notification.id, notification.person_id`.execute(db)
  return rows
}

async function addLines({ db, now }: Ctx, happening: DueHappening, added: (Hearer & Line)[]) {
  if (added.length === 0) return
  const { kind, actorId, articleId, responseId, detail } = happening
  const at = now()
  const actors = actorId === null ? [] : [actorId]
  await sql`
    insert into notification (id, person_id, seq, kind, about, article_id, response_id, actor_ids, actor_count, detail,
      created_at, updated_at, read_at, shown)
    select line.id, line.person_id, state.last_seq + 1, ${kind}, ${aboutOf(happening)}, ${articleId}, ${responseId},
      ${actors}::text[], ${actors.length}, ${JSON.stringify(detail)}, ${at}, ${at},
      case when not line.shown then ${at}::timestamptz end, line.shown
    from unnest(${added.map(({ id }) => id)}::text[], ${idsOf(added)}::text[], ${added.map(({ onSite }) => onSite)}::boolean[])
      as line (id, person_id, shown)
    join notification_state as state on state.person_id = line.person_id`.execute(db)
}

async function addCauses({ db, now }: Ctx, { cause, actorId }: DueHappening, lines: Line[]) {
  await sql`
    insert into notification_cause (person_id, cause, notification_id, actor_id, at)
    select line.person_id, ${cause}, line.id, ${actorId}, ${now()}
    from unnest(${idsOf(lines)}::text[], ${lines.map(({ id }) => id)}::text[]) as line (person_id, id)`.execute(db)
}
