import { beforeAll, describe, expect, test } from 'vitest'
import { aReward, giveFromHouse, manyReaders, untilAvailable } from '#test/berries.ts'
import { aDatabase } from '#test/database.ts'
import { deferred } from '#test/deferred.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { untilLocksWait } from '#test/waiting-locks.ts'
import { as } from '#test/workflow.ts'
import { Refusal } from '#contract/errors.ts'
import { MAX_NOTE } from '#contract/rewards/kinds.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { isMember } from '#server/membership/entitlement.ts'
import { getProfile } from '#server/people/profiles.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { listLedger } from './basket.ts'
import { getBalance } from './ledger.ts'
import { fulfilRedemption, listRedemptions, refundRedemption } from './manage-redemptions.ts'
import { findDifferences } from './prove.ts'
import { listOwnRedemptions, redeemReward } from './redeem.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const plain = () => ({ price: 10, answer: '', request: newId() })

test('500 people redeem a reward with stock 100 at once: 100 get it', { timeout: 120_000 }, async () => {
  const rewardId = await aReward(db, { stock: 100 })
  const people = await manyReaders(db, 500)
  await giveFromHouse(
    db,
    people.map(({ id }) => id),
    10,
  )
  const outcomes = await Promise.all(
    people.map(async (person) => {
      const request = plain()
      try {
        return (await untilAvailable(() => redeemReward(as(db, person), rewardId, request))).redemption.state
      } catch (error) {
        if (error instanceof Refusal) return error.code
        throw error
      }
    }),
  )
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length
  expect([count('to-fulfil'), count('out-of-stock')]).toEqual([100, 400])
  const { stock } = await db.selectFrom('reward').select('stock').where('id', '=', rewardId).executeTakeFirstOrThrow()
  expect(stock).toBe(0)
  const accounts = await db
    .selectFrom('berryAccount')
    .select('balance')
    .where(
      'id',
      'in',
      people.map(({ id }) => id),
    )
    .execute()
  expect(accounts.filter(({ balance }) => balance === 0)).toHaveLength(100)
  expect(accounts.filter(({ balance }) => balance === 10)).toHaveLength(400)
  expect(await findDifferences(db)).toEqual([])
})

describe('a redemption', () => {
  test('is made once for a request, and not without the berries', async () => {
    const rewardId = await aReward(db, { stock: 5 })
    const ctx = as(db, await aPerson(db))
    await expect(redeemReward(ctx, rewardId, plain())).rejects.toMatchObject({ code: 'not-enough-berries' })
    await giveFromHouse(db, ctx.viewer.id, 25)
    const request = plain()
    const [first, second] = await Promise.all([
      redeemReward(ctx, rewardId, request),
      redeemReward(ctx, rewardId, request),
    ])
    expect(second.redemption.id).toBe(first.redemption.id)
    expect(await getBalance(db, ctx.viewer.id)).toBe(15)
    expect(await listOwnRedemptions(ctx)).toHaveLength(1)
  })

  test('is refused when the price is not the one that the person confirmed', async () => {
    const rewardId = await aReward(db, { price: 12, stock: 5 })
    const ctx = as(db, await aPerson(db))
    await giveFromHouse(db, ctx.viewer.id, 25)
    await expect(redeemReward(ctx, rewardId, plain())).rejects.toMatchObject({
      code: 'wrong-state',
      details: { state: 'price-changed', price: 12 },
      message: 'The price has changed to 12 berries. Check it, then redeem again.',
    })
    const { stock } = await db.selectFrom('reward').select('stock').where('id', '=', rewardId).executeTakeFirstOrThrow()
    expect([stock, await getBalance(db, ctx.viewer.id)]).toEqual([5, 25])
  })

  test('respects the limit of a person, also at once, and needs an answer to a question', async () => {
    const rewardId = await aReward(db, { perPerson: 1, question: 'Where to?' })
    const ctx = as(db, await aPerson(db))
    await giveFromHouse(db, ctx.viewer.id, 100)
    await expect(redeemReward(ctx, rewardId, plain())).rejects.toMatchObject({ code: 'invalid' })
    const tries = await Promise.allSettled([
      redeemReward(ctx, rewardId, { ...plain(), answer: 'Here' }),
      redeemReward(ctx, rewardId, { ...plain(), answer: 'There' }),
    ])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await getBalance(db, ctx.viewer.id)).toBe(90)
  })

  test('of a membership makes a member at once; a refund ends it and returns berries and stock', async () => {
    const rewardId = await aReward(db, { kind: 'membership', months: 1, stock: 1 })
    const admin = as(db, await aPerson(db, 'admin'))
    const ctx = as(db, await aPerson(db))
    const { id } = ctx.viewer
    await giveFromHouse(db, id, 10)
    const { redemption, waits } = await redeemReward(ctx, rewardId, plain())
    expect(waits).toBe(false)
    expect([redemption.state, await isMember(db, id, new Date())]).toEqual(['fulfilled', true])
    const refund = () => refundRedemption(admin, redemption.id, 'By mistake')
    await Promise.all([refund(), refund()])
    await refund()
    expect([await isMember(db, id, new Date()), await getBalance(db, id)]).toEqual([false, 10])
    const { stock } = await db.selectFrom('reward').select('stock').where('id', '=', rewardId).executeTakeFirstOrThrow()
    expect(stock).toBe(1)
    expect(await listOwnRedemptions(ctx)).toMatchObject([{ state: 'refunded', note: 'By mistake' }])
    expect((await listLedger(ctx, { limit: 2 })).items).toMatchObject([
      { kind: 'refund', reward: 'Stickers', note: 'By mistake', amount: 10 },
      { kind: 'redemption', reward: 'Stickers', note: '', amount: -10 },
    ])
    expect(await findDifferences(db)).toEqual([])
  })

  test('is refunded with a reason of the longest length', async () => {
    const ctx = as(db, await aPerson(db))
    await giveFromHouse(db, ctx.viewer.id, 10)
    const { redemption } = await redeemReward(ctx, await aReward(db), plain())
    const note = 'Ä'.repeat(MAX_NOTE)
    expect(await refundRedemption(as(db, await aPerson(db, 'admin')), redemption.id, note)).toMatchObject({ note })
    expect((await listLedger(ctx, { limit: 1 })).items).toMatchObject([{ note, reward: 'Stickers' }])
  })

  test('of a badge is shown on the profile', async () => {
    const rewardId = await aReward(db, { kind: 'badge', name: 'Early reader', icon: 'sunrise' })
    const ctx = as(db, await aPerson(db))
    await giveFromHouse(db, ctx.viewer.id, 10)
    await redeemReward(ctx, rewardId, plain())
    expect((await getProfile(aCtx(db), ctx.viewer.id)).badges).toEqual([
      { id: rewardId, name: 'Early reader', icon: 'sunrise' },
    ])
  })

  test('that is open is refunded when the person deletes their account, and the answers and notes are deleted', async () => {
    const rewardId = await aReward(db, { stock: 2 })
    const ctx = as(db, await aPerson(db))
    await giveFromHouse(db, ctx.viewer.id, 20)
    const sent = await redeemReward(ctx, rewardId, { ...plain(), answer: 'Hedge Lane 1' })
    await fulfilRedemption(as(db, await aPerson(db, 'admin')), sent.redemption.id, 'Sent to Hedge Lane 1')
    const { redemption } = await redeemReward(ctx, rewardId, { ...plain(), answer: 'Hedge Lane 2' })
    await deleteAccount(aCtx(db), ctx.viewer.uid)
    const rows = await db
      .selectFrom('redemption')
      .select(['id', 'state', 'personId', 'answer', 'note'])
      .where('rewardId', '=', rewardId)
      .orderBy('at')
      .execute()
    expect(rows).toEqual([
      { id: sent.redemption.id, state: 'fulfilled', personId: null, answer: '', note: '' },
      { id: redemption.id, state: 'refunded', personId: null, answer: '', note: '' },
    ])
    const { stock } = await db.selectFrom('reward').select('stock').where('id', '=', rewardId).executeTakeFirstOrThrow()
    expect([stock, await getBalance(db, ctx.viewer.id)]).toEqual([1, 0])
    expect(await findDifferences(db)).toEqual([])
  })

  test('that waits for others while the account is deleted is refunded', async () => {
    const rewardId = await aReward(db, { stock: 1 })
    const ctx = as(db, await aPerson(db))
    await giveFromHouse(db, ctx.viewer.id, 10)
    const taken = deferred<void>()
    const release = deferred<void>()
    const other = db.transaction().execute(async (tx) => {
      await tx.updateTable('reward').set({ position: 1 }).where('id', '=', rewardId).execute()
      taken.resolve()
      await release.promise
    })
    await taken.promise
    const redeemed = redeemReward(ctx, rewardId, { ...plain(), answer: 'Hedge Lane 3' })
    await untilLocksWait(db, 1)
    const deleted = deleteAccount(aCtx(db), ctx.viewer.uid)
    await untilLocksWait(db, 2)
    release.resolve()
    await Promise.all([other, redeemed, deleted])
    const rows = await db
      .selectFrom('redemption')
      .select(['state', 'personId', 'answer'])
      .where('rewardId', '=', rewardId)
      .execute()
    expect(rows).toEqual([{ state: 'refunded', personId: null, answer: '' }])
    expect(await findDifferences(db)).toEqual([])
  })

  test('of something else waits for an admin, who notifies the person', async () => {
    const rewardId = await aReward(db)
    const admin = as(db, await aPerson(db, 'admin'))
    const ctx = as(db, await aPerson(db))
    await giveFromHouse(db, ctx.viewer.id, 10)
    const { redemption } = await redeemReward(ctx, rewardId, plain())
    const asked = { q: ctx.viewer.handle, reward: rewardId, state: 'to-fulfil' as const, limit: 50 }
    expect((await listRedemptions(admin, asked)).items.map(({ id }) => id)).toEqual([redemption.id])
    await fulfilRedemption(admin, redemption.id, 'Sent today')
    await fulfilRedemption(admin, redemption.id, 'Sent again')
    expect(await listOwnRedemptions(ctx)).toMatchObject([{ state: 'fulfilled', note: 'Sent today' }])
    const events = await db
      .selectFrom('notificationEvent')
      .select(['kind', 'detail'])
      .where('personId', '=', ctx.viewer.id)
      .execute()
    expect(events).toEqual([
      { kind: 'reward', detail: { outcome: 'fulfilled', reward: 'Stickers', note: 'Sent today' } },
    ])
  })
})
