import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { dayOf } from '#server/platform/days.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { startCounting } from '#server/analytics/counting-lock.ts'
import type { EventStore } from '#server/analytics/event-store.ts'
import { EVENT_DAYS, dropPartitions, listEventDays } from '#server/analytics/partitions.ts'
import { eventsIn, oldestBatches, updateLive } from '#server/analytics/process-batches.ts'
import { noEvents, replaceFigures } from '#server/analytics/recompute.ts'
import { type ClickHouse, connect } from './database.ts'
import { writeFigures } from './write-figures.ts'

/** Rows of `analytics_batch` that are counted together. */
const BATCHES = 50
/** Events that are moved together. */
const MOVED = 20_000

/** Events that one query looks for. */
const LOOKED_UP = 500

/** The run of events that the site had before ClickHouse. */
const BEFORE = '0'

/**
 * Events in ClickHouse. They come from PostgreSQL, where their acknowledgement stored them, in runs. The transaction that adds
 * a run to the figures deletes it from PostgreSQL. If that fails, the same run is inserted and counted again: the table has each
 * event once, and knows which were counted in earlier runs.
 */
export function openClickHouse(url: string): EventStore {
  const clickHouse = connect(url)
  return {
    countNext: (ctx) => countNext(ctx, clickHouse),
    async recomputeDay(ctx, day) {
      if (!(await listDays(clickHouse)).includes(day)) throw noEvents(day)
      await replaceFigures(ctx, day, (tx) => writeFigures(tx, clickHouse, { days: [day], run: null }))
    },
    listDays: () => listDays(clickHouse),
    async dropOld(_db, now) {
      const first = dayOf(new Date(now.getTime() - EVENT_DAYS * DAY_MS))
      for (const day of await listDays(clickHouse))
        if (day < first) await clickHouse.command(`alter table bramble_event drop partition '${day}'`)
    },
    close: clickHouse.close,
  }
}

async function listDays(clickHouse: ClickHouse) {
  const days: string[] = []
  const answer = clickHouse.query<{ day: string }>(
    'select toString(day) as day from bramble_event group by bramble_event.day order by bramble_event.day',
  )
  for await (const rows of answer) days.push(...rows.map(({ day }) => day))
  return days
}

async function countNext(ctx: Ctx, clickHouse: ClickHouse): Promise<boolean> {
  const [oldDay] = await listEventDays(ctx.db)
  if (oldDay !== undefined) return moveDay(ctx, clickHouse, oldDay)
  const run = (await unfinishedRun(ctx.db)) ?? (await startRun(ctx))
  if (run === null) return false
  return inTransaction(ctx, async ({ db: tx, invalidate }) => {
    if (!(await startCounting(tx))) return false
    const events = await withoutKnown(clickHouse, await takeEvents(tx, run, ctx.now()), run, ctx.now())
    await clickHouse.insert(events)
    if (events.length > 0) await writeFigures(tx, clickHouse, { days: daysOf(events), run })
    invalidate('soon:page-views')
    return true
  })
}

/**
 * Without late events that are known from an earlier run. Their visitor has another hash than in that run, so that the table
 * would have them twice.
 */
async function withoutKnown(clickHouse: ClickHouse, events: EventRow[], run: string, now: Date) {
  const yesterday = dayOf(new Date(now.getTime() - DAY_MS))
  const late = events.filter(({ day }) => day < yesterday)
  const known = new Set<string>()
  for (let from = 0; from < late.length; from += LOOKED_UP) {
    const asked = late.slice(from, from + LOOKED_UP)
    const found = clickHouse.query<{ id: string }>(
      'select id from bramble_event where day in {days:Array(Date)} and id in {ids:Array(String)} and run != {run:UInt64}',
      { days: daysOf(asked), ids: asked.map(({ id }) => id), run },
    )
    for await (const rows of found) for (const { id } of rows) known.add(id)
  }
  return events.filter(({ id }) => !known.has(id))
}

async function unfinishedRun(db: Db): Promise<string | null> {
  const { rows } = await sql<{ run: string }>`
    select run::text as run from analytics_batch where run is not null order by run limit 1`.execute(db)
  return rows[0]?.run ?? null
}

/** Makes a run of the oldest batches. Its number is the time, and larger than those of earlier runs. */
async function startRun(ctx: Ctx): Promise<string | null> {
  return inTransaction(ctx, async ({ db: tx }) => {
    if (!(await startCounting(tx))) return null
    const unfinished = await unfinishedRun(tx)
    if (unfinished !== null) return unfinished
    const { rows } = await sql<{ run: string }>`
      update analytics_batch set run = (extract(epoch from statement_timestamp()) * 1000000)::bigint
      where id = any(${await oldestBatches(tx, BATCHES)}::bigint[]) returning run::text as run`.execute(tx)
    return rows[0]?.run ?? null
  })
}

type EventRow = { day: string; id: string }

/** A row of `bramble_event`. JavaScript has no 64-bit numbers. */
const asJson = (run: string) =>
  sql<EventRow>`to_jsonb(event) || jsonb_build_object('visitor', event.visitor::text, 'run', ${run}::text)`

const daysOf = (events: readonly EventRow[]) => [...new Set(events.map(({ day }) => day))]

async function takeEvents(tx: Db, run: string, now: Date): Promise<EventRow[]> {
  const batches = await tx.selectFrom('analyticsBatch').select('id').where('run', '=', Number(run)).execute()
  await updateLive(
    tx,
    batches.map(({ id }) => id),
    now,
  )
  const { rows } = await sql<{ event: EventRow }>`
    with taken as (delete from analytics_batch where run = ${run}::bigint returning events),
    event as (${eventsIn(sql`taken`)})
    select ${asJson(run)} as event from event`.execute(tx)
  return rows.map(({ event }) => event)
}

/** Moves the events of a day that were stored before the site had ClickHouse. Their figures stay. */
async function moveDay(ctx: Ctx, clickHouse: ClickHouse, day: string): Promise<boolean> {
  return inTransaction(ctx, async ({ db: tx }) => {
    if (!(await startCounting(tx))) return false
    let last = ''
    for (;;) {
      const { rows } = await sql<{ event: EventRow }>`
        select ${asJson(BEFORE)} as event from analytics_event as event where day = ${day} and id > ${last}
        order by id limit ${MOVED}`.execute(tx)
      await clickHouse.insert(rows.map(({ event }) => event))
      if (rows.length < MOVED) break
      last = rows.at(-1)?.event.id ?? ''
    }
    await dropPartitions(tx, day)
    return true
  })
}
