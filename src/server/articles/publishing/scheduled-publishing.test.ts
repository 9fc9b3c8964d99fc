import { beforeAll, describe, expect, test, vi } from 'vitest'
import { anApp } from '#test/app.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { anArticleIn, forceTransition, as } from '#test/workflow.ts'
import { patiently } from '#test/patiently.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { notifyInvalidated } from '#server/platform/cache/invalidation.ts'
import { createScheduledPublisher } from './scheduled-publishing.ts'
import { saveDraft } from '#server/articles/drafts/drafts.ts'
import { transitionArticle } from '#server/articles/transitions.ts'
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
  await forceTransition(db, id, { transition: 'schedule', at })
  return id
}

const movesOf = (id: string) =>
  db.selectFrom('articleMove').select(['move', 'byId', 'note']).where('articleId', '=', id).orderBy('at').execute()
const stateOf = async (id: string) =>
  (await db.selectFrom('article').select('state').where('id', '=', id).executeTakeFirst())?.state

/** The publisher of one process, closed afterwards. */
async function withPublisher(
  now: () => Date,
  work: (publisher: ReturnType<typeof createScheduledPublisher>) => Promise<void>,
) {
  const clock = createScheduledPublisher(aCtx(db, { now }))
  try {
    await work(clock)
  } finally {
    await clock.close()
  }
}

test('due articles are published without an actor, and later ones wait', async () => {
  const [due, later] = [await aScheduled(soon(HOUR_MS)), await aScheduled(soon(3 * HOUR_MS))]
  const time = aClock()
  await withPublisher(time.now, async (clock) => {
    await clock.wake()
    expect([await stateOf(due), await stateOf(later)]).toEqual(['scheduled', 'scheduled'])
    time.pass(2 * HOUR_MS)
    await clock.wake()
    expect([await stateOf(due), await stateOf(later)]).toEqual(['published', 'scheduled'])
  })
  expect((await movesOf(due)).at(-1)).toEqual({ move: 'publish', byId: null, note: '' })
  expect(await presentArticle(ctx, due)).toMatchObject({ scheduledFor: null, changed: false })
})

test('each article is published once by many processes', async () => {
  const ids: string[] = []
  for (let count = 0; count < 8; count++) ids.push(await aScheduled(soon(MINUTE_MS)))
  const time = aClock()
  time.pass(HOUR_MS)
  const clocks = Array.from({ length: 4 }, () => createScheduledPublisher(aCtx(db, { now: time.now })))
  await Promise.all(clocks.map((publisher) => publisher.wake()))
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

test('an article that cannot be published returns to draft with the reason, and the others are published', async () => {
  const at = soon(MINUTE_MS)
  const [broken, fine] = [await aScheduled(at), await aScheduled(new Date(at.getTime() + 1))]
  await saveDraft(ctx, broken, { title: '', version: 1, save: 'a' })
  const time = aClock()
  time.pass(HOUR_MS)
  await withPublisher(time.now, (publisher) => publisher.wake())
  expect([await stateOf(broken), await stateOf(fine)]).toEqual(['draft', 'published'])
  expect(await presentArticle(ctx, broken)).toMatchObject({
    state: 'draft',
    scheduledFor: null,
    lastNote: { move: 'unschedule', by: null, text: expect.stringContaining('Add a title.') },
  })
})

test('a slug that became reserved is named in the note', async () => {
  const id = await aScheduled(soon(MINUTE_MS))
  await db.updateTable('draft').set({ slug: 'new' }).where('articleId', '=', id).execute()
  const time = aClock()
  time.pass(HOUR_MS)
  await withPublisher(time.now, (publisher) => publisher.wake())
  const { note } = (await movesOf(id)).at(-1) ?? {}
  expect(note).toBe('Scheduled publishing failed. slug: This address is reserved. Choose another.')
})

test('an article scheduled before its author was disabled is not published', async () => {
  const gone = await aPerson(db, 'author')
  const { id } = await anArticleIn(db, 'draft', gone.id)
  await forceTransition(db, id, { transition: 'schedule', at: soon(MINUTE_MS) })
  await db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', gone.id).execute()
  const time = aClock()
  time.pass(HOUR_MS)
  await withPublisher(time.now, (publisher) => publisher.wake())
  expect(await stateOf(id)).toBe('draft')
  expect((await movesOf(id)).at(-1)?.note).toContain("The author's account is disabled.")
})

test('an article locked when due is published after the lock is released', async () => {
  const id = await aScheduled(soon(MINUTE_MS))
  const time = aClock()
  time.pass(HOUR_MS)
  await withPublisher(time.now, async (clock) => {
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('article').select('id').where('id', '=', id).forUpdate().execute()
      await clock.wake()
      expect(await stateOf(id)).toBe('scheduled')
    })
    await vi.waitFor(async () => expect(await stateOf(id)).toBe('published'), patiently)
  })
})

test('a cancelled or changed schedule is not applied', async () => {
  const [back, moved] = [await aScheduled(soon(MINUTE_MS)), await aScheduled(soon(MINUTE_MS))]
  await transitionArticle(ctx, back, { ...plain, move: 'unschedule' })
  await transitionArticle(ctx, moved, { ...plain, move: 'schedule', at: soon(5 * HOUR_MS).toISOString() })
  const time = aClock()
  time.pass(HOUR_MS)
  await withPublisher(time.now, (publisher) => publisher.wake())
  expect([await stateOf(back), await stateOf(moved)]).toEqual(['draft', 'scheduled'])
})

describe('in the running site', () => {
  /** Each test has its own database, because the apps of other tests keep running with other clocks. */
  async function aDraft() {
    const own = await aDatabase()
    const { id } = await anArticleIn(own.db, 'draft', (await aPerson(own.db, 'author')).id)
    const row = () => own.db.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return { own, id, row, schedule: (at: Date) => forceTransition(own.db, id, { transition: 'schedule', at }) }
  }

  test('articles that came due while it was down are published at startup', async () => {
    const { own, row, schedule } = await aDraft()
    await schedule(soon(MINUTE_MS))
    const time = aClock()
    time.pass(HOUR_MS)
    await anApp(own, {}, time.now)
    await vi.waitFor(async () => expect((await row()).state).toBe('published'), patiently)
  })

  test('two processes publish once, not before the due time, and both show it', async () => {
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

  test('wakes when a schedule changes', async () => {
    const { own, row, schedule } = await aDraft()
    const time = aClock()
    await anApp(own, {}, time.now)
    await schedule(soon(HOUR_MS))
    time.pass(2 * HOUR_MS)
    await notifyInvalidated(own.db, ['schedule'])
    await vi.waitFor(async () => expect((await row()).state).toBe('published'), patiently)
  })
})
