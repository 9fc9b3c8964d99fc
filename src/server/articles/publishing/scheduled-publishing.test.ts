import { beforeAll, describe, expect, test, vi } from 'vitest'
import { anApp } from '#test/app.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { anArticleIn, anyStep, as } from '#test/workflow.ts'
import { patiently } from '#test/patiently.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { notifyInvalidated } from '#server/platform/cache/invalidation.ts'
import { createClock } from './scheduled-publishing.ts'
import { saveDraft } from '#server/articles/drafts/drafts.ts'
import { move } from '#server/articles/transitions.ts'
import { presentArticle } from '#server/articles/present.ts'

let db: Db
let author: Viewer
let ctx: Ctx<Viewer>
beforeAll(async () => {
  db = (await aDatabase()).db
  author = await aPerson(db, 'author')
  ctx = as(db, author)
})

const plain = { note: '', at: null, version: null }
const soon = (ms: number) => new Date(Date.now() + ms)

async function aScheduled(at: Date) {
  const { id } = await anArticleIn(db, 'draft', author.id)
  await anyStep(db, id, { move: 'schedule', at })
  return id
}

const movesOf = (id: string) =>
  db.selectFrom('articleMove').select(['move', 'byId', 'note']).where('articleId', '=', id).orderBy('at').execute()
const stateOf = async (id: string) =>
  (await db.selectFrom('article').select('state').where('id', '=', id).executeTakeFirst())?.state

/** A clock of one process, stopped when the work is done. */
async function withClock(now: () => Date, work: (clock: ReturnType<typeof createClock>) => Promise<void>) {
  const clock = createClock(aCtx(db, { now }))
  try {
    await work(clock)
  } finally {
    await clock.close()
  }
}

test('what is due is published by nobody, and what is not yet waits', async () => {
  const [due, later] = [await aScheduled(soon(HOUR_MS)), await aScheduled(soon(3 * HOUR_MS))]
  const time = aClock()
  await withClock(time.now, async (clock) => {
    await clock.wake()
    expect([await stateOf(due), await stateOf(later)]).toEqual(['scheduled', 'scheduled'])
    time.pass(2 * HOUR_MS)
    await clock.wake()
    expect([await stateOf(due), await stateOf(later)]).toEqual(['published', 'scheduled'])
  })
  expect((await movesOf(due)).at(-1)).toEqual({ move: 'publish', byId: null, note: '' })
  expect(await presentArticle(ctx, due)).toMatchObject({ scheduledFor: null, changed: false })
})

test('however many processes see the time come, each is published once', async () => {
  const ids: string[] = []
  for (let count = 0; count < 8; count++) ids.push(await aScheduled(soon(MINUTE_MS)))
  const time = aClock()
  time.pass(HOUR_MS)
  const clocks = Array.from({ length: 4 }, () => createClock(aCtx(db, { now: time.now })))
  await Promise.all(clocks.map((clock) => clock.wake()))
  await vi.waitFor(
    async () => expect(await Promise.all(ids.map(stateOf))).toEqual(ids.map(() => 'published')),
    patiently,
  )
  await Promise.all(clocks.map((clock) => clock.close()))
  for (const id of ids) expect((await movesOf(id)).map((one) => one.move)).toEqual(['schedule', 'publish'])
  const { storyCount } = await db
    .selectFrom('person')
    .select('storyCount')
    .where('id', '=', author.id)
    .executeTakeFirstOrThrow()
  const stories = await db
    .selectFrom('article')
    .select('id')
    .where('authorId', '=', author.id)
    .where('state', '=', 'published')
    .execute()
  expect(storyCount).toBe(stories.length)
})

test('one that cannot be published goes back to its author, who reads why, and the others go out', async () => {
  const at = soon(MINUTE_MS)
  const [broken, fine] = [await aScheduled(at), await aScheduled(new Date(at.getTime() + 1))]
  await saveDraft(ctx, broken, { title: '', version: 1, save: 'a' })
  const time = aClock()
  time.pass(HOUR_MS)
  await withClock(time.now, (clock) => clock.wake())
  expect([await stateOf(broken), await stateOf(fine)]).toEqual(['draft', 'published'])
  expect(await presentArticle(ctx, broken)).toMatchObject({
    state: 'draft',
    scheduledFor: null,
    lastNote: { move: 'unschedule', by: null, text: expect.stringContaining('It has no title.') },
  })
})

test('one whose address the site needs meanwhile is told so by name', async () => {
  const id = await aScheduled(soon(MINUTE_MS))
  await db.updateTable('draft').set({ slug: 'new' }).where('articleId', '=', id).execute()
  const time = aClock()
  time.pass(HOUR_MS)
  await withClock(time.now, (clock) => clock.wake())
  const { note } = (await movesOf(id)).at(-1) ?? {}
  expect(note).toBe('It could not be published at its time. slug: The site needs that word. Choose another.')
})

test('what somebody scheduled before their account was disabled does not go out', async () => {
  const gone = await aPerson(db, 'author')
  const { id } = await anArticleIn(db, 'draft', gone.id)
  await anyStep(db, id, { move: 'schedule', at: soon(MINUTE_MS) })
  await db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', gone.id).execute()
  const time = aClock()
  time.pass(HOUR_MS)
  await withClock(time.now, (clock) => clock.wake())
  expect(await stateOf(id)).toBe('draft')
  expect((await movesOf(id)).at(-1)?.note).toContain('The account of its author is disabled.')
})

test('one that somebody holds at its time goes out when they let go', async () => {
  const id = await aScheduled(soon(MINUTE_MS))
  const time = aClock()
  time.pass(HOUR_MS)
  await withClock(time.now, async (clock) => {
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('article').select('id').where('id', '=', id).forUpdate().execute()
      await clock.wake()
      expect(await stateOf(id)).toBe('scheduled')
    })
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('published'), patiently)
  })
})

test('a schedule that is taken back or moved is not kept', async () => {
  const [back, moved] = [await aScheduled(soon(MINUTE_MS)), await aScheduled(soon(MINUTE_MS))]
  await move(ctx, back, { ...plain, move: 'unschedule' })
  await move(ctx, moved, { ...plain, move: 'schedule', at: soon(5 * HOUR_MS).toISOString() })
  const time = aClock()
  time.pass(HOUR_MS)
  await withClock(time.now, (clock) => clock.wake())
  expect([await stateOf(back), await stateOf(moved)]).toEqual(['draft', 'scheduled'])
})

describe('in the running site', () => {
  /** Each has a database of its own: the apps of the others run on, with other clocks. */
  async function aDraft() {
    const own = await aDatabase()
    const { id } = await anArticleIn(own.db, 'draft', (await aPerson(own.db, 'author')).id)
    const row = () => own.db.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return { own, id, row, schedule: (at: Date) => anyStep(own.db, id, { move: 'schedule', at }) }
  }

  test('what came due while it was down is published at the start', async () => {
    const { own, row, schedule } = await aDraft()
    await schedule(soon(MINUTE_MS))
    const time = aClock()
    time.pass(HOUR_MS)
    await anApp(own, {}, time.now)
    await vi.waitFor(async () => expect((await row()).state).toBe('published'), patiently)
  })

  test('two processes publish once, no earlier than the time that was set, and both show it', async () => {
    const { own, id, row, schedule } = await aDraft()
    const [one, other] = [await anApp(own), await anApp(own)]
    expect((await one.get(`/story/${id}`)).status).toBe(404)
    const at = soon(SECOND_MS)
    await schedule(at)
    const shown = async () => expect((await other.get(`/story/${id}`)).status).toBe(200)
    await vi.waitFor(shown, patiently)
    const late = ((await row()).publishedAt?.getTime() ?? 0) - at.getTime()
    expect(late).toBeGreaterThanOrEqual(0)
    expect((await one.get(`/story/${id}`)).status).toBe(200)
    const steps = await own.db
      .selectFrom('articleMove')
      .select('move')
      .where('articleId', '=', id)
      .orderBy('at')
      .execute()
    expect(steps.map((step) => step.move)).toEqual(['schedule', 'publish'])
  })

  test('is woken by news of a schedule, wherever its clock stands', async () => {
    const { own, row, schedule } = await aDraft()
    const time = aClock()
    await anApp(own, {}, time.now)
    await schedule(soon(HOUR_MS))
    time.pass(2 * HOUR_MS)
    await notifyInvalidated(own.db, ['schedule'])
    await vi.waitFor(async () => expect((await row()).state).toBe('published'), patiently)
  })
})
