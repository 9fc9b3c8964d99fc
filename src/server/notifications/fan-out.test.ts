import { beforeAll, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { fanOutBatch, fanOutSingles, nextDueEvent } from './fan-out.ts'
import { createFanOutWorker } from './jobs.ts'
import { type NotificationEvent, notify } from './notify.ts'
import { listForDelivery } from './present.ts'
import { summarize } from './summary.ts'

let db: Db
let ctx: Ctx
let author: TestPerson
beforeAll(async () => {
  db = (await aDatabase()).db
  ctx = aCtx(db)
  author = await aPerson(db, 'author')
})

async function runFanOut() {
  const worker = createFanOutWorker(ctx)
  await worker.wake()
  await worker.close()
}

const recordEvent = (event: NotificationEvent) => inTransaction(ctx, (tx) => notify(tx, event))

function linesOf(personId: string) {
  return db.selectFrom('notification').selectAll().where('personId', '=', personId).orderBy('seq').execute()
}

function stateOf(personId: string) {
  return db
    .selectFrom('notificationState')
    .select(['lastSeq', 'unread'])
    .where('personId', '=', personId)
    .executeTakeFirst()
}

/** Inserts followers of a person in one statement. */
async function followers(followedId: string, many: number, mark: string) {
  const ids = Array.from({ length: many }, (_, n) => mark + String(n).padStart(20 - mark.length, '0'))
  await db
    .insertInto('person')
    .values(ids.map((id) => ({ id, uid: `uid-${id}`, handle: id.toLowerCase(), name: id })))
    .execute()
  const since = new Date('2026-01-01')
  await db
    .insertInto('follow')
    .values(ids.map((followerId) => ({ followerId, followedId, since })))
    .execute()
  return ids
}

async function liked(by: TestPerson, articleId: string) {
  const cause = `like:${articleId}:${by.id}`
  await recordEvent({ kind: 'like', cause, actorId: by.id, personId: author.id, articleId })
}

test('likes of a story are grouped until read, with the latest three actors and their number', async () => {
  const { id } = await anArticle(db, author.id)
  const fans = await Promise.all([1, 2, 3, 4].map(() => aPerson(db)))
  for (const fan of fans) {
    await liked(fan, id)
    await runFanOut()
  }
  const about = async () => (await linesOf(author.id)).filter((line) => line.articleId === id)
  const [line, ...others] = await about()
  expect(others).toEqual([])
  expect(line).toMatchObject({ kind: 'like', actorCount: 4, readAt: null, shown: true })
  expect(line?.actorIds).toEqual(
    fans
      .slice(1)
      .toReversed()
      .map((fan) => fan.id),
  )
  expect(line?.seq).toBe((await stateOf(author.id))?.lastSeq)

  await db
    .updateTable('notification')
    .set({ readAt: new Date() })
    .where('id', '=', line?.id ?? '')
    .execute()
  const late = await aPerson(db)
  await liked(late, id)
  await runFanOut()
  expect((await about()).map(({ actorCount }) => actorCount)).toEqual([4, 1])
})

test('a person who acts twice counts once, and moves to the front', async () => {
  const { id } = await anArticle(db, author.id)
  const [ada, ben] = [await aPerson(db), await aPerson(db)]
  for (const [actor, number] of [
    [ada, 1],
    [ben, 2],
    [ada, 3],
  ] as const) {
    const cause = `response:${id}:${number}`
    await recordEvent({ kind: 'response', cause, actorId: actor.id, personId: author.id, articleId: id })
    await runFanOut()
  }
  const line = (await linesOf(author.id)).find(({ articleId }) => articleId === id)
  expect(line).toMatchObject({ actorCount: 2, actorIds: [ada.id, ben.id] })
})

test('what happens to a membership stands alone, so that nothing replaces a failed payment', async () => {
  const [owner, friend] = [await aPerson(db), await aPerson(db)]
  const own = { kind: 'membership' as const, personId: owner.id }
  await recordEvent({ ...own, cause: `failed:${owner.id}`, actorId: null, detail: { outcome: 'payment-failed' } })
  await runFanOut()
  await recordEvent({ ...own, cause: `seat:${owner.id}`, actorId: friend.id, detail: { outcome: 'seat-accepted' } })
  await runFanOut()
  const lines = await linesOf(owner.id)
  expect(lines.map(({ detail }) => detail.outcome)).toEqual(['payment-failed', 'seat-accepted'])
  const sentences = await listForDelivery(
    ctx,
    lines.map(({ id }) => id),
  )
  expect(sentences.map(summarize)).toEqual([
    'Your payment failed. Update your payment method to keep your membership',
    `${friend.name} accepted your invitation to a seat`,
  ])
})

test('a cause notifies once, even if written twice and processed twice', async () => {
  const fan = await aPerson(db)
  const [teller] = [await aPerson(db)]
  const following: NotificationEvent = {
    kind: 'follow',
    cause: `follow:${fan.id}:x`,
    actorId: fan.id,
    personId: teller.id,
  }
  await recordEvent(following)
  await recordEvent(following)
  await runFanOut()
  await db.updateTable('notificationEvent').set({ doneAt: null }).where('cause', '=', following.cause).execute()
  await runFanOut()
  expect(await linesOf(teller.id)).toHaveLength(1)
  expect(await stateOf(teller.id)).toEqual({ lastSeq: 1, unread: 1 })
})

test('actors are not notified of their own actions', async () => {
  const cause = `like:own:${author.id}`
  await recordEvent({ kind: 'like', cause, actorId: author.id, personId: author.id })
  expect(await db.selectFrom('notificationEvent').select('id').where('cause', '=', cause).execute()).toEqual([])
})

test('five thousand followers are notified in batches, and a crash between them loses and repeats nothing', async () => {
  const creator = await aPerson(db, 'author')
  const ids = await followers(creator.id, 5000, 'F')
  const { id: articleId } = await anArticle(db, creator.id)
  await recordEvent({ kind: 'story', cause: `story:${articleId}:${creator.id}`, actorId: creator.id, articleId })
  const due = await nextDueEvent(ctx, 'many')
  if (due === null) throw new Error('nothing is due')
  const counted = async () => {
    const { told } = await db
      .selectFrom('notification')
      .select(({ fn }) => fn.countAll<number>().as('told'))
      .where('articleId', '=', articleId)
      .executeTakeFirstOrThrow()
    return told
  }
  await fanOutBatch(ctx, due, 1500)
  expect(await counted()).toBe(1500)
  // A crash in the middle of a batch rolls the batch back.
  const broken = inTransaction(ctx, async (tx) => {
    const inner = { ...tx, db: tx.db }
    await inner.db
      .updateTable('notificationEvent')
      .set({ notifiedTo: ids.at(-1) ?? '' })
      .where('id', '=', due)
      .execute()
    throw new Error('crash')
  })
  await expect(broken).rejects.toThrow('crash')
  // A batch that is processed again notifies no one.
  await db.updateTable('notificationEvent').set({ notifiedTo: '' }).where('id', '=', due).execute()
  await runFanOut()
  expect(await counted()).toBe(5000)
  const { people, most, unread } = await db
    .selectFrom('notificationState')
    .select(({ fn }) => [
      fn.countAll<number>().as('people'),
      fn.max('lastSeq').as('most'),
      fn.max('unread').as('unread'),
    ])
    .where('personId', 'in', ids)
    .executeTakeFirstOrThrow()
  expect({ people, most, unread }).toEqual({ people: 5000, most: 1, unread: 1 })
  expect(await nextDueEvent(ctx, 'many')).toBeNull()
}, 60_000)

test('skips people who blocked or muted the actor, were blocked, are disabled or turned the kind off', async () => {
  const creator = await aPerson(db, 'author')
  const [blocker, blocked, muter, gone, off, onlyMail, plain] = await followers(creator.id, 7, 'X')
  if (!blocker || !blocked || !muter || !gone || !off || !onlyMail || !plain) throw new Error('too few')
  const since = new Date()
  await db
    .insertInto('block')
    .values([
      { blockerId: blocker, blockedId: creator.id, since },
      { blockerId: creator.id, blockedId: blocked, since },
    ])
    .execute()
  await db.insertInto('mute').values({ muterId: muter, mutedId: creator.id, since }).execute()
  await db.updateTable('person').set({ disabledAt: since }).where('id', '=', gone).execute()
  const story = { kind: 'story' as const, site: false, push: false }
  await db
    .insertInto('notificationPreference')
    .values([
      { personId: off, ...story, email: 'never' },
      { personId: onlyMail, ...story, email: 'daily' },
    ])
    .execute()
  const { id: articleId } = await anArticle(db, creator.id)
  await recordEvent({ kind: 'story', cause: `story:${articleId}:${creator.id}`, actorId: creator.id, articleId })
  await runFanOut()
  const told = await db
    .selectFrom('notification')
    .select(['personId', 'shown'])
    .where('articleId', '=', articleId)
    .orderBy('personId')
    .execute()
  expect(told).toEqual([
    { personId: onlyMail, shown: false },
    { personId: plain, shown: true },
  ])
  expect(await stateOf(onlyMail)).toMatchObject({ unread: 0 })
})

test('a story that was unpublished before fan-out notifies no one', async () => {
  const creator = await aPerson(db, 'author')
  const [fan = ''] = await followers(creator.id, 1, 'G')
  const { id: articleId } = await anArticle(db, creator.id, { publishedAt: undefined })
  await recordEvent({ kind: 'story', cause: `story:${articleId}:x`, actorId: creator.id, articleId })
  await runFanOut()
  expect(await linesOf(fan)).toEqual([])
})

test('sequence numbers have no gaps or duplicates when several processes notify one person', async () => {
  const popular = await aPerson(db)
  const actors = await followers(author.id, 40, 'N')
  for (const actorId of actors) {
    await recordEvent({ kind: 'mention', cause: `mention:${actorId}`, actorId, personId: popular.id })
    await db.updateTable('notification').set({ readAt: new Date() }).where('personId', '=', popular.id).execute()
  }
  const many = [1, 2, 3, 4].map(() => createFanOutWorker(ctx))
  await Promise.all(many.map((worker) => worker.wake()))
  await Promise.all(many.map((worker) => worker.close()))
  await runFanOut()
  const { lastSeq } = (await stateOf(popular.id)) ?? { lastSeq: 0 }
  expect(lastSeq).toBe(40)
  const { causes } = await db
    .selectFrom('notificationCause')
    .select(({ fn }) => fn.countAll<number>().as('causes'))
    .where('personId', '=', popular.id)
    .executeTakeFirstOrThrow()
  expect(causes).toBe(40)
})

test('many events with one recipient each cost one transaction, in which a list is written in order', async () => {
  const [popular, other] = [await aPerson(db), await aPerson(db)]
  const actors = await followers(author.id, 12, 'S')
  for (const actorId of actors) {
    await recordEvent({ kind: 'follow', cause: `follow:${actorId}`, actorId, personId: popular.id })
    await recordEvent({ kind: 'mention', cause: `mention:${actorId}`, actorId, personId: other.id })
  }
  let commits = 0
  expect(await fanOutSingles({ ...ctx, dropCached: () => void (commits += 1) })).toBe(false)
  expect(commits).toBe(1)
  const [line, ...others] = await linesOf(popular.id)
  expect(others).toEqual([])
  expect(line).toMatchObject({ actorCount: 12, seq: 12, actorIds: actors.slice(-3).toReversed() })
  expect(await stateOf(popular.id)).toEqual({ lastSeq: 12, unread: 1 })
  expect(await stateOf(other.id)).toEqual({ lastSeq: 12, unread: 1 })
})

test('a failing event does not block the others', async () => {
  const [first, second] = [await aPerson(db), await aPerson(db)]
  await recordEvent({ kind: 'follow', cause: `follow:bad:${first.id}`, actorId: second.id, personId: first.id })
  await db
    .insertInto('notificationState')
    .values({ personId: first.id, lastSeq: Number.MAX_SAFE_INTEGER, unread: 2_147_483_647 })
    .execute()
  await recordEvent({ kind: 'follow', cause: `follow:good:${second.id}`, actorId: first.id, personId: second.id })
  await runFanOut()
  expect(await linesOf(first.id)).toEqual([])
  expect(await linesOf(second.id)).toHaveLength(1)
})
