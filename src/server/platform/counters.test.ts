import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { deferred } from '#test/deferred.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { allCounters } from '#server/all-counters.ts'
import { follow, unfollow } from '#server/people/follows.ts'
import { createDailyJobs } from '#server/platform/jobs/daily-jobs.ts'
import type { Ctx } from './ctx.ts'
import type { Db } from './db.ts'
import { findDrift, verifyCounters, tally } from './counters.ts'
import type { Log } from './log.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

async function drifts() {
  const found = []
  for await (const { drift } of findDrift(db, allCounters)) found.push(drift)
  return found
}

/** A ctx that records warnings and invalidated tags. */
function listening() {
  const warned: unknown[] = []
  const touched: string[] = []
  const quiet = () => {}
  const log: Log = { debug: quiet, info: quiet, error: quiet, warn: (...said: unknown[]) => void warned.push(said) }
  return { warned, touched, ctx: aCtx(db, { log, dropCached: (names) => void touched.push(...names) }) }
}

test('every counter is listed, and each is correct', async () => {
  expect(allCounters.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    [
      'article.bookmark_count',
      'article.like_count',
      'article.response_count',
      'category.follower_count',
      'category.story_count',
      'moderation_case.report_count',
      'person.follower_count',
      'person.following_count',
      'person.story_count',
      'reading_list.item_count',
      'response.like_count',
      'response.reply_count',
      'response.report_count',
      'tag.follower_count',
      'tag.story_count',
    ].toSorted(),
  )
  const [author, reader, other] = [await aPerson(db, 'author'), await aPerson(db), await aPerson(db)]
  const { id } = await anArticle(db, author.id, { tags: ['counted'], coAuthorIds: [other.id] })
  await follow({ ...aCtx(db), viewer: reader }, author.id)
  // Inserted directly, with the counts that the services would write.
  await sql`with liked as (insert into story_like (article_id, person_id, at) values (${id}, ${reader.id}, now())),
      made as (insert into response (id, article_id, author_id, text, like_count, reply_count)
        values ('countedResponse00001', ${id}, ${reader.id}, 'Yes.', 1, 1) returning id),
      list as (insert into reading_list (id, owner_id, name, position, item_count, created_at, updated_at)
        values ('countedList000000001', ${reader.id}, 'Saved', 0, 1, now(), now()),
               ('countedList000000002', ${reader.id}, 'More', 1, 1, now(), now()))
      update article set like_count = 1, response_count = 3, bookmark_count = 1 where id = ${id}`.execute(db)
  await sql`insert into response (id, article_id, author_id, parent_id, text)
    values ('countedResponse00002', ${id}, ${author.id}, 'countedResponse00001', 'Indeed.')`.execute(db)
  await sql`insert into response (id, article_id, author_id, parent_id, state, text)
    values ('countedResponse00003', ${id}, ${author.id}, 'countedResponse00001', 'hidden', 'No.')`.execute(db)
  // Replies below a hidden response are not visible; below a tombstone they are.
  await sql`insert into response (id, article_id, author_id, state, text, reply_count) values
    ('countedResponse00004', ${id}, ${reader.id}, 'hidden', 'Hm.', 1),
    ('countedResponse00005', ${id}, ${reader.id}, 'deleted', '', 1)`.execute(db)
  await sql`insert into response (id, article_id, author_id, parent_id, text) values
    ('countedResponse00006', ${id}, ${author.id}, 'countedResponse00004', 'Unread.'),
    ('countedResponse00007', ${id}, ${author.id}, 'countedResponse00005', 'Read.')`.execute(db)
  await sql`insert into reading_list (id, owner_id, name, position, item_count, created_at, updated_at, deleted_at)
    values ('countedList000000003', ${author.id}, 'Gone', 0, 1, now(), now(), now())`.execute(db)
  await sql`insert into response_like (response_id, person_id, at)
    values ('countedResponse00001', ${author.id}, now())`.execute(db)
  await sql`insert into bookmark (list_id, article_id, owner_id, position, added_at)
    select id, ${id}, owner_id, 0, now() from reading_list where id like 'countedList%'`.execute(db)
  expect(await drifts()).toEqual([])
})

test('drift is found, repaired, logged, and the pages that show it are invalidated', async () => {
  const { id } = await aPerson(db)
  for (const { table, column } of allCounters) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + 3`.execute(db)
  }
  const wrong = tally(await drifts())
  expect(wrong['person.follower_count']).toBeGreaterThan(1)
  expect(Object.keys(wrong)).toHaveLength(
    allCounters.filter(({ table }) => table !== 'category' && table !== 'moderation_case').length,
  )
  const { ctx, warned, touched } = listening()
  const repaired = await verifyCounters(ctx, allCounters)
  expect(tally(repaired)).toEqual(wrong)
  expect(repaired).toContainEqual({ counter: 'person.follower_count', id, stored: 3, actual: 0 })
  expect(warned).toHaveLength(1)
  expect(touched).toContain(`soon:person-counts:${id}`)
  // Pages show these counts under another tag than their own id.
  expect(touched.some((tag) => tag.startsWith('soon:responses:'))).toBe(true)
  expect(touched.some((tag) => tag.startsWith('soon:lists:'))).toBe(true)
  expect(await drifts()).toEqual([])
  expect(await verifyCounters(ctx, allCounters)).toEqual([])
  expect(warned).toHaveLength(1)
})

test('all rows are checked, also beyond one batch', async () => {
  await sql`insert into person (id, handle, name, following_count)
    select 'Z' || lpad(n::text, 19, '0'), 'many-' || n, 'Many', 1 from generate_series(1, 1200) n`.execute(db)
  expect(tally(await drifts())).toEqual({ 'person.following_count': 1200 })
  expect(await verifyCounters(aCtx(db), allCounters)).toHaveLength(1200)
})

test('concurrent follows and unfollows are not reported as drift', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => aPerson(db)))
  let done = false
  const busy = Promise.all(
    people.map(async (viewer, nth) => {
      for (let round = 0; round < 15; round++) {
        for (const other of people) {
          if (other === viewer) continue
          await ((round + nth) % 2 === 0 ? follow : unfollow)({ ...aCtx(db), viewer }, other.id)
        }
      }
    }),
  ).then(() => (done = true))
  const { ctx, warned } = listening()
  do await verifyCounters(ctx, allCounters)
  while (!done)
  await busy
  expect(warned).toEqual([])
  expect(await drifts()).toEqual([])
}, 60_000)

test('a daily job runs once a day across all processes', async () => {
  let time = new Date('2026-03-01T03:00:00Z')
  let done = 0
  const job = { name: 'a job', run: async () => void (done += 1) }
  const ctx = aCtx(db, { now: () => time })
  const processes = [createDailyJobs(ctx, [job]), createDailyJobs(ctx, [job])]
  const wake = () => Promise.all(processes.map((one) => one.wake()))
  await wake()
  await wake()
  expect(done).toBe(1)
  time = new Date('2026-03-02T02:59:00Z')
  await wake()
  expect(done).toBe(1)
  time = new Date('2026-03-02T03:00:00Z')
  await wake()
  expect(done).toBe(2)
  for (const one of processes) await one.close()
})

test('a daily job that fails runs again after two hours, and does not stop the others', async () => {
  let time = new Date('2026-05-01T03:00:00Z')
  const done: string[] = []
  const failing = {
    name: 'failing',
    run: async () => {
      done.push('failing')
      if (done.length === 1) throw new Error('no connection')
    },
  }
  const other = { name: 'other', run: async () => void done.push('other') }
  const errors: unknown[] = []
  const quiet = () => {}
  const log: Log = { debug: quiet, info: quiet, warn: quiet, error: (fields: unknown) => void errors.push(fields) }
  const jobs = createDailyJobs(aCtx(db, { log, now: () => time }), [failing, other])
  await jobs.wake()
  expect(done).toEqual(['failing', 'other'])
  expect(errors).toMatchObject([{ job: 'failing' }])
  time = new Date('2026-05-01T04:59:00Z')
  await jobs.wake()
  expect(done).toHaveLength(2)
  for (const hour of ['05', '07']) {
    time = new Date(`2026-05-01T${hour}:00:00Z`)
    await jobs.wake()
  }
  expect(done).toEqual(['failing', 'other', 'failing'])
  await jobs.close()
})

test('a daily job that a shutdown interrupts ends between two batches, and runs again after the restart', async () => {
  const interrupted = deferred<void>()
  let batches = 0
  const job = {
    name: 'many batches',
    async run(_ctx: Ctx, signal: AbortSignal) {
      for (; !signal.aborted && batches < 1000; batches++) {
        if (batches === 3) interrupted.resolve()
        await sleep(5)
      }
    },
  }
  const ctx = aCtx(db)
  const first = createDailyJobs(ctx, [job])
  void first.wake()
  await interrupted.promise
  await first.close()
  expect(batches).toBeLessThan(1000)

  const done: string[] = []
  const second = createDailyJobs(ctx, [{ name: job.name, run: async () => void done.push('again') }])
  await second.wake()
  await second.wake()
  expect(done).toEqual(['again'])
  await second.close()
})

test('verifying counts ends between two batches when it is stopped', async () => {
  await db.updateTable('person').set({ storyCount: 77 }).execute()
  const stopping = new AbortController()
  let statements = 0
  const stopAfterOne = {
    ...aCtx(db),
    db: db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        stopping.abort()
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  }
  expect(await verifyCounters(stopAfterOne, allCounters, stopping.signal)).toEqual([])
  expect(statements).toBe(1)
  expect((await verifyCounters(aCtx(db), allCounters)).length).toBeGreaterThan(0)
})
