import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aReward, giveFromHouse } from '#test/berries.ts'
import { aClockAtNoon } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { as, forceTransition } from '#test/workflow.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { transferKinds } from '#contract/rewards/kinds.ts'
import { recordReading } from '#server/discovery/readings.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { getOperationsHealth } from '#server/operations/health.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { listLedger } from './basket.ts'
import { correctBalance, listTransfers, reverseByAdmin } from './correct-ledger.ts'
import { earnForRead } from './earn.ts'
import { giveBerries, undoGift } from './gift.ts'
import { getBalance, house, transfer } from './ledger.ts'
import { refundRedemption } from './manage-redemptions.ts'
import { findDifferences, proveBooks } from './prove.ts'
import { redeemReward } from './redeem.ts'
import { settleDueGifts } from './settle-gifts.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

describe('the database', () => {
  const insertTransfer = (tx: Db, cause = newId()) =>
    tx
      .insertInto('berryTransfer')
      .values({ kind: 'correction', cause, at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
  const addEntry = (tx: Db, transferId: number, accountId: string, amount: number) =>
    tx.insertInto('berryEntry').values({ transferId, accountId, amount }).execute()

  test('refuses a transfer whose entries do not sum to zero, or that has none', async () => {
    const { id } = await aPerson(db)
    await giveFromHouse(db, id, 5)
    const unbalanced = db.transaction().execute(async (tx) => {
      const made = await insertTransfer(tx)
      await addEntry(tx, made.id, id, 3)
      await addEntry(tx, made.id, house.earned, -2)
    })
    await expect(unbalanced).rejects.toThrow(/sum to 1/)
    await expect(db.transaction().execute((tx) => insertTransfer(tx))).rejects.toThrow(/has no entries/)
    expect(await getBalance(db, id)).toBe(5)
  })

  test('refuses a balance below zero, changes of the ledger and a cause that was used', async () => {
    const { id } = await aPerson(db)
    await giveFromHouse(db, id, 5)
    const overdrawn = db.transaction().execute(async (tx) => {
      const made = await insertTransfer(tx)
      await addEntry(tx, made.id, id, -6)
      await addEntry(tx, made.id, house.earned, 6)
    })
    await expect(overdrawn).rejects.toThrow(/berry_account_balance_check/)
    await expect(sql`update berry_entry set amount = 7 where account_id = ${id}`.execute(db)).rejects.toThrow(
      /append-only/,
    )
    await expect(sql`delete from berry_entry where account_id = ${id}`.execute(db)).rejects.toThrow(/append-only/)
    await expect(sql`update berry_transfer set kind = 'read'`.execute(db)).rejects.toThrow(/append-only/)
    await expect(sql`update berry_transfer set note = 'Other'`.execute(db)).rejects.toThrow(/append-only/)
    await expect(sql`update berry_account set balance = 1 where house`.execute(db)).rejects.toThrow(/check/)
    const { cause } = await db.selectFrom('berryTransfer').select('cause').limit(1).executeTakeFirstOrThrow()
    await expect(db.transaction().execute((tx) => insertTransfer(tx, cause))).rejects.toThrow(/unique/)
  })
})

test('a transfer happens once for each cause, also when it is tried at once', async () => {
  const { id } = await aPerson(db)
  const cause = newId()
  const tries = await Promise.all(
    Array.from({ length: 8 }, () =>
      inTransaction(aCtx(db), (tx) =>
        transfer(tx, { kind: 'correction', cause, from: house.corrections, to: id, amount: 4 }),
      ),
    ),
  )
  expect(tries.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(tries.map((one) => one.id)).size).toBe(1)
  expect(await getBalance(db, id)).toBe(4)
})

test('an admin corrects a balance once, finds it by handle and reverses it once', async () => {
  const admin = as(db, await aPerson(db, 'admin'))
  const person = await aPerson(db)
  const correction = { handle: `@${person.handle}`, amount: 7, note: 'Lost in a fault', request: newId() }
  const made = await correctBalance(admin, correction)
  expect((await correctBalance(admin, correction)).id).toBe(made.id)
  expect((await listTransfers(admin, { q: person.handle, limit: 50 })).items).toEqual([made])
  expect((await listTransfers(admin, { q: String(made.id), limit: 50 })).items).toEqual([made])
  const reversal = await reverseByAdmin(admin, made.id, 'Found again')
  expect(reversal).toMatchObject({ reverses: made.id, by: admin.viewer.name, kind: 'correction' })
  await expect(reverseByAdmin(admin, made.id, 'Again')).rejects.toMatchObject({ code: 'wrong-state' })
  await expect(reverseByAdmin(admin, reversal.id, 'Back')).rejects.toMatchObject({ code: 'wrong-state' })
  expect((await listLedger(as(db, person), { limit: 10 })).items).toMatchObject([
    { amount: -7, balance: 0, reward: null, note: 'Found again' },
    { amount: 7, balance: 7, reward: null, note: 'Lost in a fault' },
  ])
  const taken = correctBalance(admin, { ...correction, amount: -1, request: newId() })
  await expect(taken).rejects.toMatchObject({ code: 'not-enough-berries' })
})

test('a deleted account gets no berries, neither by a correction nor by a reversal', async () => {
  const admin = as(db, await aPerson(db, 'admin'))
  const person = await aPerson(db)
  const correct = (handle: string, amount: number) =>
    correctBalance(admin, { handle, amount, note: 'Because', request: newId() })
  await correct(person.handle, 9)
  const taken = await correct(person.handle, -4)
  await deleteAccount(aCtx(db), person.uid)
  const { items } = await listTransfers(admin, { q: person.id, kind: 'correction', limit: 50 })
  expect(items.map(({ note }) => note)).toEqual(['Account deleted', '', ''])
  await expect(reverseByAdmin(admin, taken.id, 'Back')).rejects.toMatchObject({ details: { state: 'closed' } })
  await expect(correct(person.id, 1)).rejects.toMatchObject({ details: { state: 'closed' } })
  const earlier = await aPerson(db)
  await db.updateTable('person').set({ erasedAt: new Date() }).where('id', '=', earlier.id).execute()
  await expect(correct(earlier.id, 1)).rejects.toMatchObject({ details: { state: 'closed' } })
  expect([await getBalance(db, person.id), await getBalance(db, earlier.id)]).toEqual([0, 0])
})

const number = fc.noBias(fc.nat({ max: 999 }))
type Numbers = { who: number; other: number; one: number }

test('any sequence of actions keeps the books balanced', { timeout: 300_000 }, async () => {
  const clock = aClockAtNoon()
  const now = clock.now
  const admin = as(db, await aPerson(db, 'admin'), { now })
  const people: TestPerson[] = []
  const stories: string[] = []
  for (let index = 0; index < 5; index++) {
    const person = await aPerson(db, 'author')
    people.push(person)
    stories.push((await anArticle(db, person.id)).id)
  }
  const rewards = [
    { id: await aReward(db, { stock: 3, price: 4 }), price: 4 },
    { id: await aReward(db, { kind: 'badge', price: 2 }), price: 2 },
    { id: await aReward(db, { kind: 'membership', months: 1, price: 6 }), price: 6 },
  ]
  const rewardIds = rewards.map(({ id }) => id)
  const { last } = await db
    .selectFrom('berryTransfer')
    .select(({ fn }) => fn.coalesce(fn.max('id'), sql<number>`0`).as('last'))
    .executeTakeFirstOrThrow()

  function pick<Item>(items: readonly Item[], at: number): Item {
    const item = items[at % items.length]
    // Nothing to choose from yet.
    if (item === undefined) throw new Refusal('not-found')
    return item
  }
  const ctxOf = (who: number) => as(db, pick(people, who), { now })
  const settle = () => settleDueGifts(aCtx(db, { now }), () => false, rethrow)
  /** A gift that is not settled, and its giver. */
  async function aPendingGift(one: number) {
    const rows = await db.selectFrom('berryGift').select(['id', 'giverId']).where('state', '=', 'pending').execute()
    const { id, giverId } = pick(rows, one)
    return { id, giver: ctxOf(people.findIndex((person) => person.id === giverId)) }
  }

  async function read(who: number, story: string) {
    await recordReading(ctxOf(who), story, { progress: 0, finished: false })
    clock.pass(20 * SECOND_MS)
    await recordReading(ctxOf(who), story, { progress: 100, finished: true }, [earnForRead])
  }

  const actions: Record<string, (numbers: Numbers) => Promise<unknown>> = {
    read: ({ who, other }) => read(who, pick(stories, other)),
    async readOnTwoDays({ who, other, one }) {
      await read(who, pick(stories, other))
      clock.pass(DAY_MS)
      await read(who, pick(stories, one))
    },
    async publish({ who }) {
      const { id } = await anArticle(db, pick(people, who).id, { publishedAt: undefined })
      await forceTransition(db, id, { transition: 'publish' }, { now })
      stories.push(id)
    },
    async publishAgain({ other }) {
      const id = pick(stories, other)
      await forceTransition(db, id, { transition: 'unpublish' }, { now })
      await forceTransition(db, id, { transition: 'publish' }, { now })
    },
    give: ({ who, other, one }) =>
      giveBerries(ctxOf(who), pick(stories, other), { amount: 1 + (one % 9), request: newId() }),
    async undo({ one }) {
      const { id, giver } = await aPendingGift(one)
      await undoGift(giver, id)
    },
    async undoWhileSettled({ one }) {
      const { id, giver } = await aPendingGift(one)
      await Promise.all([unlessRefused(undoGift(giver, id)), settle()])
    },
    settle,
    async redeem({ who, one }) {
      const { id, price } = pick(rewards, one)
      await redeemReward(ctxOf(who), id, { price, answer: '', request: newId() })
    },
    async refundTwice({ one }) {
      const made = await db.selectFrom('redemption').select('id').where('rewardId', 'in', rewardIds).execute()
      const { id } = pick(made, one)
      await Promise.all([refundRedemption(admin, id, 'Refunded'), refundRedemption(admin, id, 'Refunded')])
    },
    async correct({ who, other, one }) {
      const amount = other % 3 === 0 ? -1 - (one % 9) : 1 + (one % 9)
      const { handle } = pick(people, who)
      await correctBalance(admin, { handle, amount, note: 'Because', request: newId() })
    },
    async reverse({ one }) {
      const { id } = pick(await db.selectFrom('berryTransfer').select('id').execute(), one)
      await reverseByAdmin(admin, id, 'Because')
    },
    // After a month, gifts may go round again.
    wait: async ({ one }) => clock.pass(pick([6 * SECOND_MS, 2 * MINUTE_MS, 31 * DAY_MS], one)),
  }
  const anAction = fc.record({
    act: fc.constantFrom(...Object.keys(actions), 'read', 'give', 'give', 'redeem'),
    who: number,
    other: number,
    one: number,
  })

  await fc.assert(
    fc.asyncProperty(fc.array(anAction, { minLength: 60, maxLength: 90 }), async (chosen) => {
      // Three at a time, so that some conflict.
      for (let at = 0; at < chosen.length; at += 3)
        await Promise.all(chosen.slice(at, at + 3).map(({ act, ...numbers }) => unlessRefused(actions[act]?.(numbers))))
      expect(await findDifferences(db)).toEqual([])
      const { rows } = await sql`select entry.transfer_id from berry_entry as entry where entry.balance is not null
        and entry.balance <> (select sum(amount) from berry_entry as earlier
          where earlier.account_id = entry.account_id and earlier.transfer_id <= entry.transfer_id)`.execute(db)
      expect(rows).toEqual([])
      const { rows: days } = await sql`select day.* from berry_day as day where amount < 0 or amount > (select daily_cap
        from berry_rule where berry_rule.kind = day.kind)`.execute(db)
      expect(days).toEqual([])
    }),
    { numRuns: Number(process.env['MOVES_ROUNDS'] ?? 5) },
  )
  const made = await db.selectFrom('berryTransfer').select('kind').distinct().where('id', '>', last).execute()
  expect(made.map(({ kind }) => kind).toSorted()).toEqual([...transferKinds].toSorted())
})

function rethrow(error: unknown) {
  throw error
}

async function unlessRefused(work: Promise<unknown> | undefined) {
  await work?.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

test('the proof finds what was changed behind the ledger, and admins see it', async () => {
  const person = await aPerson(db)
  const { id } = person
  await giveFromHouse(db, id, 5)
  const ctx = aCtx(db)
  expect((await proveBooks(ctx)).differences).toEqual([])
  await db.updateTable('berryAccount').set({ balance: 6 }).where('id', '=', id).execute()
  expect((await proveBooks(ctx)).differences).toEqual([{ kind: 'balance', id, expected: 5, found: 6 }])
  const { problems } = await getOperationsHealth(ctx, { fresh: true })
  expect(problems.map(({ code }) => code)).toContain('berries-unbalanced')
  await db.updateTable('berryAccount').set({ balance: 5 }).where('id', '=', id).execute()
  expect((await proveBooks(ctx)).differences).toEqual([])

  const { redemption } = await redeemReward(as(db, person), await aReward(db, { price: 5 }), {
    price: 5,
    answer: '',
    request: newId(),
  })
  const setPrice = (price: number) =>
    db.updateTable('redemption').set({ price }).where('id', '=', redemption.id).execute()
  await setPrice(7)
  const differences = (await proveBooks(ctx)).differences.map(({ kind, id: of }) => [kind, of])
  expect(differences).toEqual([
    ['balance', house.rewards],
    ['redemption', redemption.id],
  ])
  await setPrice(5)
  const gift = {
    id: newId(),
    receiverId: id,
    amount: 3,
    state: 'given' as const,
    at: new Date(),
    settledAt: new Date(),
  }
  await db.insertInto('berryGift').values(gift).execute()
  expect((await proveBooks(ctx)).differences).toEqual([{ kind: 'gift', id: gift.id, expected: 3, found: 0 }])
  await db.deleteFrom('berryGift').where('id', '=', gift.id).execute()
  expect((await proveBooks(ctx)).differences).toEqual([])
})
