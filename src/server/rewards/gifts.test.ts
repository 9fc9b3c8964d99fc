import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { giveFromHouse } from '#test/berries.ts'
import { aClockAtNoon } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { as } from '#test/workflow.ts'
import { DAY_MS, SECOND_MS } from '#contract/constants.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { fanOutSingles } from '#server/notifications/fan-out.ts'
import { block } from '#server/people/blocks-and-mutes.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { listGifts } from './basket.ts'
import { giveBerries, undoGift } from './gift.ts'
import { getBalance } from './ledger.ts'
import { findDifferences } from './prove.ts'
import { settleDueGifts } from './settle-gifts.ts'

let db: Db
const clock = aClockAtNoon()
beforeAll(async () => {
  db = (await aDatabase()).db
})

const by = (person: TestPerson) => as(db, person, { now: clock.now })
const gift = (amount: number) => ({ amount, request: newId() })

async function settleDue() {
  const failed: (string | null)[] = []
  await settleDueGifts(
    aCtx(db, { now: clock.now }),
    () => false,
    (_error, item) => void failed.push(item),
  )
  return failed
}

async function settleAll() {
  clock.pass(15 * SECOND_MS)
  expect(await settleDue()).toEqual([])
}

/** An author with a story and berries. */
async function anAuthor() {
  const person = await aPerson(db, 'author')
  const { id: story } = await anArticle(db, person.id)
  await giveFromHouse(db, person.id, 500)
  return { person, story }
}

describe('a gift', () => {
  test('leaves the giver at once and reaches the author when it can no longer be undone', async () => {
    const [giver, author] = [await anAuthor(), await anAuthor()]
    const request = gift(30)
    const given = await giveBerries(by(giver.person), author.story, request)
    expect(await giveBerries(by(giver.person), author.story, request)).toEqual(given)
    expect([given.balance, await getBalance(db, author.person.id)]).toEqual([470, 500])
    expect(await findDifferences(db)).toEqual([])
    clock.pass(14 * SECOND_MS)
    await settleDue()
    expect(await getBalance(db, author.person.id)).toBe(500)
    await settleAll()
    expect(await getBalance(db, author.person.id)).toBe(530)
    await expect(undoGift(by(giver.person), request.request)).rejects.toMatchObject({ code: 'wrong-state' })
    const events = await db
      .selectFrom('notificationEvent')
      .select(['actorId', 'detail'])
      .where('personId', '=', author.person.id)
      .where('kind', '=', 'berries')
      .execute()
    expect(events).toEqual([{ actorId: giver.person.id, detail: { berries: 30 } }])
  })

  test('is added to the unread notification of others on the story', async () => {
    const [one, other, author] = [await anAuthor(), await anAuthor(), await anAuthor()]
    await giveBerries(by(one.person), author.story, gift(30))
    await giveBerries(by(other.person), author.story, gift(4))
    await settleAll()
    while (await fanOutSingles(aCtx(db, { now: clock.now })));
    const rows = await db
      .selectFrom('notification')
      .select(['actorCount', 'detail'])
      .where('personId', '=', author.person.id)
      .where('kind', '=', 'berries')
      .execute()
    expect(rows).toEqual([{ actorCount: 2, detail: { berries: 34 } }])
  })

  test('can be undone by its giver for the ten seconds that are shown, and a little longer', async () => {
    const [giver, author] = [await anAuthor(), await anAuthor()]
    const { gift: id, undoUntil } = await giveBerries(by(giver.person), author.story, gift(30))
    expect(Date.parse(undoUntil)).toBe(clock.now().getTime() + 10 * SECOND_MS)
    await expect(undoGift(by(author.person), id)).rejects.toMatchObject({ code: 'not-found' })
    clock.pass(14 * SECOND_MS)
    await settleDue()
    expect(await undoGift(by(giver.person), id)).toEqual({ balance: 500 })
    expect(await undoGift(by(giver.person), id)).toEqual({ balance: 500 })
    await settleAll()
    expect(await getBalance(db, author.person.id)).toBe(500)
    const { gift: late } = await giveBerries(by(giver.person), author.story, gift(30))
    await settleAll()
    await expect(undoGift(by(giver.person), late)).rejects.toMatchObject({ code: 'wrong-state' })
  })

  test('is either undone or given when both happen at once', async () => {
    for (let round = 0; round < 5; round++) {
      const [giver, author] = [await anAuthor(), await anAuthor()]
      const { gift: id } = await giveBerries(by(giver.person), author.story, gift(30))
      clock.pass(15 * SECOND_MS)
      const [undone] = await Promise.allSettled([undoGift(by(giver.person), id), settleDue()])
      const isUndone = undone.status === 'fulfilled'
      const balances = [await getBalance(db, giver.person.id), await getBalance(db, author.person.id)]
      expect(balances).toEqual(isUndone ? [500, 500] : [470, 530])
    }
    expect(await findDifferences(db)).toEqual([])
  })

  test('that fails does not keep others from their authors', async () => {
    const [giver, rich, other] = [await anAuthor(), await anAuthor(), await anAuthor()]
    const most = 2 ** 31 - 1
    await giveFromHouse(db, rich.person.id, most - 500)
    const { gift: failing } = await giveBerries(by(giver.person), rich.story, gift(1))
    await giveBerries(by(giver.person), other.story, gift(1))
    clock.pass(15 * SECOND_MS)
    expect(await settleDue()).toEqual([`gift:${failing}`])
    expect(await getBalance(db, other.person.id)).toBe(501)
    await giveFromHouse(db, rich.person.id, -1)
    expect(await settleDue()).toEqual([])
    expect(await getBalance(db, rich.person.id)).toBe(most)
    await giveFromHouse(db, rich.person.id, -most)
  })

  test('is refused on own, unpublished and blocked stories, and beyond the berries of the giver', async () => {
    const [giver, author] = [await anAuthor(), await anAuthor()]
    const refused = { code: 'gift-refused' }
    await expect(giveBerries(by(giver.person), giver.story, gift(1))).rejects.toMatchObject(refused)
    await db
      .insertInto('articleCoAuthor')
      .values({ articleId: author.story, personId: giver.person.id, position: 0 })
      .execute()
    await expect(giveBerries(by(giver.person), author.story, gift(1))).rejects.toMatchObject(refused)
    const draft = await anArticle(db, author.person.id, { publishedAt: undefined })
    await expect(giveBerries(by(giver.person), draft.id, gift(1))).rejects.toMatchObject({ code: 'not-found' })
    const poor = await aPerson(db)
    await expect(giveBerries(by(poor), author.story, gift(1))).rejects.toMatchObject({ code: 'not-enough-berries' })
    const stranger = await anAuthor()
    await block(by(author.person), stranger.person.id)
    await expect(giveBerries(by(stranger.person), author.story, gift(1))).rejects.toMatchObject(refused)
    await expect(giveBerries(by(author.person), stranger.story, gift(1))).rejects.toMatchObject(refused)
  })

  test('counts toward the daily limit, also when many are given at once', async () => {
    const [giver, author] = [await anAuthor(), await anAuthor()]
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, () => giveBerries(by(giver.person), author.story, gift(20))),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    clock.pass(DAY_MS)
    expect((await giveBerries(by(giver.person), author.story, gift(20))).balance).toBe(280)
  })

  test('is given a hundred times a day at most, also if it is undone', async () => {
    const [giver, author] = [await anAuthor(), await anAuthor()]
    const row = { articleId: author.story, giverId: giver.person.id, receiverId: author.person.id, amount: 1 }
    const undone = { ...row, state: 'undone' as const, at: clock.now(), settledAt: clock.now() }
    await db
      .insertInto('berryGift')
      .values(Array.from({ length: 99 }, () => ({ ...undone, id: newId() })))
      .execute()
    await giveBerries(by(giver.person), author.story, gift(1))
    await expect(giveBerries(by(giver.person), author.story, gift(1))).rejects.toMatchObject({ code: 'gift-refused' })
  })

  test('does not go round through up to three others', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, anAuthor))
    const give = (from: number, to: number) => {
      const [giver, receiver] = [people[from], people[to]]
      if (!giver || !receiver) throw new Error('no such person')
      return giveBerries(by(giver.person), receiver.story, gift(1))
    }
    for (const from of [0, 1, 2, 3, 4]) await give(from, from + 1)
    await expect(give(1, 0)).rejects.toMatchObject({ code: 'gift-refused' })
    await expect(give(4, 0)).rejects.toMatchObject({ code: 'gift-refused' })
    // Through four others.
    await give(5, 0)
    clock.pass(31 * DAY_MS)
    await give(1, 0)
  })

  test('two at once in opposite directions: one is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await anAuthor(), await anAuthor()]
      const tries = await Promise.allSettled([
        giveBerries(by(one.person), other.story, gift(1)),
        giveBerries(by(other.person), one.story, gift(1)),
      ])
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  test('to an author who left goes back to the giver, and a leaving giver still gives', async () => {
    const [giver, author, other] = [await anAuthor(), await anAuthor(), await anAuthor()]
    await giveBerries(by(giver.person), author.story, gift(30))
    clock.pass(SECOND_MS)
    await giveBerries(by(giver.person), other.story, gift(5))
    await deleteAccount(aCtx(db), author.person.uid)
    await settleAll()
    expect(await getBalance(db, giver.person.id)).toBe(495)
    expect(await getBalance(db, author.person.id)).toBe(0)
    const { items } = await listGifts(by(giver.person), { side: 'given', limit: 10 })
    expect(items.map(({ amount, state }) => [amount, state])).toEqual([
      [5, 'given'],
      [30, 'returned'],
    ])
    await giveBerries(by(giver.person), other.story, gift(7))
    await deleteAccount(aCtx(db), giver.person.uid)
    await settleAll()
    expect([await getBalance(db, giver.person.id), await getBalance(db, other.person.id)]).toEqual([0, 512])
    expect(await findDifferences(db)).toEqual([])
    const gifts = await db.selectFrom('berryGift').select('giverId').where('receiverId', '=', other.person.id).execute()
    expect(gifts).toEqual([{ giverId: null }, { giverId: null }])
  })
})
