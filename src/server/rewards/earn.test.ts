import { beforeAll, describe, expect, test } from 'vitest'
import { anArticle } from '#test/articles.ts'
import { aClockAtNoon } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { aMembersStory, makeMember } from '#test/membership.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { as, forceTransition } from '#test/workflow.ts'
import { DAY_MS, SECOND_MS } from '#contract/constants.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { recordReading } from '#server/discovery/readings.ts'
import { getOrCreateGiftLink } from '#server/paywall/gift-links.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { updateSetting } from '#server/settings/site.ts'
import { getBasket, listLedger, setListed } from './basket.ts'
import { earnForRead } from './earn.ts'
import { createLeaderboard } from './leaderboard.ts'
import { getBalance } from './ledger.ts'
import { findDifferences } from './prove.ts'
import { countStreaks } from './streak.ts'

let db: Db
let author: TestPerson
let stories: string[]
const clock = aClockAtNoon()
beforeAll(async () => {
  db = (await aDatabase()).db
  author = await aPerson(db, 'author')
  stories = []
  for (let index = 0; index < 14; index++) stories.push((await anArticle(db, author.id)).id)
})

/** What a fast reader needs for one of the stories. */
const READ_MS = 20 * SECOND_MS

const by = (person: TestPerson) => as(db, person, { now: clock.now })

async function report(person: TestPerson, ids: string[], finished: boolean) {
  const body = { progress: finished ? 100 : 0, finished }
  await Promise.all(ids.map((id) => recordReading(by(person), id, body, [earnForRead])))
}

async function read(person: TestPerson, ids: string[]) {
  await report(person, ids, false)
  for (const id of ids) {
    clock.pass(READ_MS)
    await report(person, [id], true)
  }
}

describe('finished reads', () => {
  test('earn once for each story, never for one’s own', async () => {
    const reader = await aPerson(db)
    await read(reader, stories.slice(0, 3))
    await read(reader, stories.slice(0, 3))
    expect(await getBalance(db, reader.id)).toBe(3)
    const before = await getBalance(db, author.id)
    await read(author, stories.slice(0, 3))
    expect(await getBalance(db, author.id)).toBe(before)
  })

  test('of a script that posts finishes earn no sooner than those of a reader, and the daily cap at most', async () => {
    const script = await aPerson(db)
    await report(script, stories, true)
    await report(script, stories, true)
    expect(await getBalance(db, script.id)).toBe(0)
    clock.pass(READ_MS)
    // All at once, and each twice: the minutes count for one of them.
    await report(script, [...stories, ...stories], true)
    expect(await getBalance(db, script.id)).toBe(1)
    await read(script, stories)
    expect(await getBasket(by(script))).toMatchObject({ balance: 10, earnedToday: 10, streak: { days: 1, longest: 1 } })
    expect(await findDifferences(db)).toEqual([])
  })

  test('on the day after another continue the streak', async () => {
    const reader = await aPerson(db)
    const [one = '', two = '', three = '', four = ''] = stories
    await read(reader, [one])
    clock.pass(DAY_MS)
    await read(reader, [two, three])
    expect(await getBasket(by(reader))).toMatchObject({ balance: 5, earnedToday: 4, streak: { days: 2, longest: 2 } })
    clock.pass(2 * DAY_MS)
    expect((await getBasket(by(reader))).streak).toMatchObject({ days: 0, longest: 2 })
    await read(reader, [four])
    const { streak, balance } = await getBasket(by(reader))
    expect([streak.days, streak.longest, balance]).toEqual([1, 2, 6])
    expect(streak.calendar.map(({ reads }) => reads)).toEqual([1, 2, 1])
  })

  test('count for the day of their payment, also at midnight', async () => {
    const reader = await aPerson(db)
    let at = Date.parse('2026-03-01T00:00:00Z')
    const now = () => new Date((at += 1) - 2)
    const finished = { personId: reader.id, articleId: stories[0] ?? '', isFirst: true }
    await inTransaction(as(db, reader, { now }), (tx) => earnForRead(tx, finished))
    const { items } = await listLedger(by(reader), { limit: 10 })
    const days = await db.selectFrom('berryDay').select('day').where('personId', '=', reader.id).execute()
    const readingDays = await db.selectFrom('readingDay').select('day').where('personId', '=', reader.id).execute()
    expect([...days, ...readingDays].map(({ day }) => day)).toEqual(['2026-02-28', '2026-02-28'])
    expect(items.map(({ at: time }) => time)).toEqual(['2026-02-28T23:59:59.999Z'])
  })

  test('of a members’ story earn for those who can read it whole', async () => {
    const { id } = await aMembersStory(db, author.id)
    const [script, member, guest] = [await aPerson(db), await aPerson(db), await aPerson(db)]
    await makeMember(db, member.id)
    const giver = { ...aCtx(db, { now: clock.now }), viewer: author }
    const { address } = await getOrCreateGiftLink(giver, id)
    const gift = new URL(address).searchParams.get('gift') ?? ''
    for (const [person, token] of [
      [script, undefined],
      [member, undefined],
      [guest, gift],
    ] as const) {
      await report(person, [id], false)
      clock.pass(READ_MS)
      await recordReading(by(person), id, { progress: 100, finished: true, gift: token }, [earnForRead])
    }
    const balances = await Promise.all([script, member, guest].map((person) => getBalance(db, person.id)))
    expect(balances).toEqual([0, 1, 1])
  })

  test('earn nothing while berries are switched off', async () => {
    const reader = await aPerson(db)
    const setOff = (value: string[]) => inTransaction(aCtx(db), (tx) => updateSetting(tx, 'switchedOff', value))
    await setOff(['berries'])
    await read(reader, stories.slice(0, 1))
    await setOff([])
    expect(await getBalance(db, reader.id)).toBe(0)
  })
})

describe('a story', () => {
  const change = (id: string, transition: 'publish' | 'unpublish') => forceTransition(db, id, { transition }, clock)
  const publishAgain = async (id: string) => {
    await change(id, 'unpublish')
    await change(id, 'publish')
  }

  test('earns when it is published for the first time, up to the daily cap', async () => {
    const writer = await aPerson(db, 'author')
    const ids: string[] = []
    for (let nth = 0; nth < 3; nth++) ids.push((await anArticle(db, writer.id, { publishedAt: undefined })).id)
    for (const id of ids) await change(id, 'publish')
    expect(await getBalance(db, writer.id)).toBe(40)
    clock.pass(DAY_MS)
    for (const id of ids) await publishAgain(id)
    expect(await getBalance(db, writer.id)).toBe(40)
  })

  test('of a deleted account can be published, and earns nothing', async () => {
    const writer = await aPerson(db, 'author')
    const { id } = await anArticle(db, writer.id, { publishedAt: undefined })
    await deleteAccount(aCtx(db), writer.uid)
    await db
      .updateTable('article')
      .set({ state: 'draft', trashedAt: null, trashedFrom: null })
      .where('id', '=', id)
      .execute()
    await change(id, 'publish')
    expect(await getBalance(db, writer.id)).toBe(0)
  })

  test('that was published without earning does not earn later', async () => {
    const writer = await aPerson(db, 'author')
    const { id } = await anArticle(db, writer.id)
    await publishAgain(id)
    expect(await getBalance(db, writer.id)).toBe(0)
  })
})

test('the leaderboard lists who earned most, and no one who left it', async () => {
  const getLeaderboard = createLeaderboard()
  const [first, second, third] = [await aPerson(db), await aPerson(db), await aPerson(db)]
  await read(first, stories.slice(0, 8))
  await read(second, stories.slice(0, 6))
  await read(third, stories.slice(0, 6))
  const ours = new Set([first.id, second.id, third.id])
  const shown = async () =>
    (await getLeaderboard(aCtx(db, { now: clock.now }))).filter(({ person }) => ours.has(person.id))
  const ranks = await shown()
  expect(ranks.map(({ person, earned }) => [person.id === first.id, earned])).toEqual([
    [true, 8],
    [false, 6],
    [false, 6],
  ])
  expect(ranks[1]?.rank).toBe(ranks[2]?.rank)
  await setListed(by(first), false)
  await db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', third.id).execute()
  expect((await shown()).map(({ person }) => person.id)).toEqual([second.id])
})

test('streaks are counted over months and years', () => {
  const days = ['2025-02-27', '2025-02-28', '2025-03-01', '2025-12-31', '2026-01-01']
  expect(countStreaks(days, new Date('2026-01-02T23:59:59Z'))).toEqual({ days: 2, longest: 3 })
  expect(countStreaks(days, new Date('2026-01-03T00:00:00Z'))).toEqual({ days: 0, longest: 3 })
  expect(countStreaks([], new Date())).toEqual({ days: 0, longest: 0 })
})
