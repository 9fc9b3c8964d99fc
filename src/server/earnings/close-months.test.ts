import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { atEnd } from '#test/at-end.ts'
import { aDatabase } from '#test/database.ts'
import { makeMember } from '#test/membership.ts'
import { aPayment, aRefund } from '#test/payments.ts'
import { type TestPerson, aCtx, aPerson, signedIn } from '#test/people.ts'
import { forceTransition } from '#test/workflow.ts'
import { setCoAuthors } from '#server/articles/drafts/co-authors.ts'
import { deletePermanently } from '#server/articles/trash.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { csvLine } from '#server/platform/csv-export.ts'
import type { Database, Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { closeMonth, closeMonths } from './close-months.ts'
import { listCreators, listMonths } from './creators.ts'
import { ownStoriesExport } from './export.ts'
import { MAX_READS_PER_DAY, recordMemberRead } from './member-reads.ts'
import { getOwnEarnings, listOwnStories } from './own-earnings.ts'
import { listPayouts, recordPayout } from './payouts.ts'

const run = promisify(execFile)
const october = new Date('2026-10-12T10:00:00Z')
const closing = new Date('2026-11-03T00:30:00Z')
const at = (db: Db, now: Date) => aCtx(db, { now: () => now })

let database: Database
let db: Db
beforeAll(async () => {
  database = await aDatabase()
  db = database.db
})

/** Of the closed months. */
async function revenues(from: Db) {
  const rows = await from
    .selectFrom('earningsMonth')
    .select(['month', 'currency', 'revenue'])
    .orderBy('month')
    .orderBy('currency')
    .execute()
  return rows.map(({ month, currency, revenue }) => [month, currency, revenue])
}

async function aMember() {
  const person = await aPerson(db)
  await makeMember(db, person.id)
  return person
}

test('a member who finishes a story of another author counts once a month', async () => {
  const [author, coAuthor, member, visitor] = [
    await aPerson(db, 'author'),
    await aMember(),
    await aMember(),
    await aPerson(db),
  ]
  const story = await anArticle(db, author.id, { coAuthorIds: [coAuthor.id] })
  await makeMember(db, author.id)
  const read = (person: { id: string }, now = october) =>
    recordMemberRead(at(db, now), { personId: person.id, articleId: story.id })
  for (const person of [author, coAuthor, member, member, visitor]) await read(person)
  await read(member, new Date('2026-11-01T00:00:00Z'))
  const rows = await db
    .selectFrom('memberRead')
    .select(['personId', 'month'])
    .where('articleId', '=', story.id)
    .execute()
  expect(rows).toEqual([
    { personId: member.id, month: '2026-10' },
    { personId: member.id, month: '2026-11' },
  ])
})

test('a member’s reads count up to a limit a day', async () => {
  const own = (await aDatabase()).db
  const [author, member] = [await aPerson(own, 'author'), await aPerson(own)]
  await makeMember(own, member.id)
  const stories: string[] = []
  while (stories.length < MAX_READS_PER_DAY + 2) stories.push((await anArticle(own, author.id)).id)
  const read = (now: Date) =>
    Promise.all(
      stories.map((articleId, index) =>
        inTransaction(at(own, new Date(now.getTime() + index)), async (tx) => {
          // As the finish of a read does.
          await tx.db.selectFrom('person').select('id').where('id', '=', member.id).forUpdate().execute()
          await recordMemberRead(tx, { personId: member.id, articleId })
        }),
      ),
    )
  const count = async () => (await own.selectFrom('memberRead').select('at').execute()).length
  await read(october)
  expect(await count()).toBe(MAX_READS_PER_DAY)
  await read(new Date('2026-10-13T00:00:00Z'))
  expect(await count()).toBe(MAX_READS_PER_DAY + 2)
})

test('the authors of a story share its reads by the byline at the time, without deleted accounts', async () => {
  const own = (await aDatabase()).db
  const [ada, bo, cleo] = [await aPerson(own, 'author'), await aPerson(own, 'author'), await aPerson(own, 'author')]
  const story = await anArticle(own, ada.id, { coAuthorIds: [bo.id, cleo.id] })
  const readers = await Promise.all([1, 2, 3].map(() => aPerson(own)))
  for (const { id } of readers) await makeMember(own, id)
  const read = (index: number) =>
    recordMemberRead(at(own, october), { personId: readers[index]?.id ?? '', articleId: story.id })
  await aPayment(own, october, { amount: 1800 })
  await read(0)
  await deleteAccount(at(own, october), cleo.uid)
  await read(1)
  await setCoAuthors({ ...at(own, october), viewer: ada }, story.id, [])
  await read(2)
  const amountOf = async (person: TestPerson) => {
    const { open, readsThisMonth } = await getOwnEarnings({ ...at(own, october), viewer: person })
    return [open[0]?.amount, readsThisMonth]
  }
  expect(await amountOf(ada)).toEqual([550, expect.closeTo(1 + 1 / 2 + 1 / 3)])
  expect(await amountOf(bo)).toEqual([250, expect.closeTo(1 / 2 + 1 / 3)])
  await closeMonths(at(own, closing))
  const rows = await own.selectFrom('earning').select(['personId', 'reads', 'authors', 'amount']).execute()
  const of = (person: TestPerson, authors: number, amount: number) => ({
    personId: person.id,
    reads: 1,
    authors,
    amount,
  })
  const expected = [of(ada, 1, 300), of(ada, 2, 150), of(bo, 2, 150), of(ada, 3, 100), of(bo, 3, 100), of(cleo, 3, 100)]
  expect(rows).toHaveLength(expected.length)
  expect(rows).toEqual(expect.arrayContaining(expected))
})

test('who read what is deleted once its month is closed', async () => {
  const own = (await aDatabase()).db
  const [author, reader] = [await aPerson(own, 'author'), await aPerson(own)]
  await makeMember(own, reader.id)
  const story = await anArticle(own, author.id)
  const november = new Date('2026-11-01T10:00:00Z')
  for (const when of [october, november])
    await recordMemberRead(at(own, when), { personId: reader.id, articleId: story.id })
  const months = async () => (await own.selectFrom('memberRead').select('month').execute()).map(({ month }) => month)
  await closeMonths(at(own, closing))
  // Without revenue yet. A payment may still be recorded.
  expect(await months()).toEqual(['2026-10', '2026-11'])
  await aPayment(own, october)
  await closeMonths(at(own, closing))
  expect(await months()).toEqual(['2026-11'])
  await closeMonths(at(own, new Date('2027-03-03T00:00:00Z')))
  expect(await months()).toEqual([])
})

test('a month closes on the 3rd, once, also when two processes close it, and stays as it is', async () => {
  const own = (await aDatabase()).db
  const [author, reader] = [await aPerson(own, 'author'), await aPerson(own)]
  await makeMember(own, reader.id)
  const story = await anArticle(own, author.id)
  await recordMemberRead(at(own, october), { personId: reader.id, articleId: story.id })
  await aPayment(own, october, { amount: 1190, tax: 190 })
  const refunded = await aPayment(own, new Date('2026-09-20T00:00:00Z'), { amount: 400 })
  await aRefund(own, refunded, { amount: 400, at: october })

  await closeMonths(at(own, new Date('2026-11-02T23:59:00Z')))
  expect(await own.selectFrom('earningsMonth').select('month').execute()).toEqual([{ month: '2026-09' }])
  await Promise.all([closeMonths(at(own, closing)), closeMonths(at(own, closing))])
  const months = () => own.selectFrom('earningsMonth').selectAll().where('month', '=', '2026-10').execute()
  const earnings = () => own.selectFrom('earning').selectAll().execute()
  expect(await months()).toMatchObject([{ revenue: 600, sharePercent: 50, pool: 300, reads: 1, test: false }])
  expect(await earnings()).toMatchObject([
    { personId: author.id, title: story.title, reads: 1, authors: 1, amount: 300 },
  ])

  const before = [await months(), await earnings()]
  await aPayment(own, october)
  await closeMonths(at(own, new Date('2026-11-20T00:00:00Z')))
  expect([await months(), await earnings()]).toEqual(before)
})

test('a payment that is recorded after its month was closed counts in the next one that closes', async () => {
  const own = (await aDatabase()).db
  await aPayment(own, october)
  await closeMonths(at(own, closing))
  await aPayment(own, october, { amount: 300 })
  // The only payment in its currency, and none in November.
  await aPayment(own, october, { amount: 500, currency: 'jpy' })
  expect(await listMonths(at(own, closing))).toMatchObject({
    open: [
      { month: '2026-11', currency: 'eur', net: 0, carried: 300, revenue: 300, pool: 150 },
      { month: '2026-11', currency: 'jpy', net: 0, carried: 500, revenue: 500, pool: 250 },
    ],
    closed: [{ month: '2026-10', net: 1000, carried: 0, revenue: 1000 }],
  })
  await aPayment(own, new Date('2026-11-05T00:00:00Z'), { amount: 40 })
  await closeMonths(at(own, new Date('2026-12-03T00:00:00Z')))
  expect(await revenues(own)).toEqual([
    ['2026-10', 'eur', 1000],
    ['2026-11', 'eur', 340],
    ['2026-11', 'jpy', 500],
  ])
})

test('refunds above the revenue of a month lower the next ones', async () => {
  const own = (await aDatabase()).db
  const paid = await aPayment(own, october)
  await aPayment(own, new Date('2026-11-05T00:00:00Z'), { amount: 400 })
  await aRefund(own, paid, { amount: 1000, at: new Date('2026-11-06T00:00:00Z') })
  await aPayment(own, new Date('2026-12-05T00:00:00Z'), { amount: 100 })
  await aPayment(own, new Date('2027-01-05T00:00:00Z'), { amount: 700 })
  const months = [
    { month: '2027-01', net: 700, carried: -500, revenue: 200, pool: 100 },
    { month: '2026-12', net: 100, carried: -600, revenue: 0, pool: 0 },
    { month: '2026-11', net: -600, carried: 0, revenue: 0, pool: 0 },
    { month: '2026-10', net: 1000, carried: 0, revenue: 1000, pool: 500 },
  ]
  const later = at(own, new Date('2027-02-03T00:00:00Z'))
  // Before the job runs, all months are estimates.
  expect(await listMonths(later)).toMatchObject({ open: months, closed: [] })
  await closeMonths(later)
  expect(await listMonths(later)).toMatchObject({ open: [], closed: months })
})

test('creators see months that should be closed already until they are', async () => {
  const own = (await aDatabase()).db
  const [author, reader] = [await aPerson(own, 'author'), await aPerson(own)]
  await makeMember(own, reader.id)
  const story = await anArticle(own, author.id)
  for (const when of [october, new Date('2026-11-12T00:00:00Z')]) {
    await aPayment(own, when)
    await recordMemberRead(at(own, when), { personId: reader.id, articleId: story.id })
  }
  const ctx = { ...at(own, new Date('2026-12-20T00:00:00Z')), viewer: author }
  const open = [
    { month: '2026-11', amount: 500, closedAt: null },
    { month: '2026-10', amount: 500, closedAt: null },
  ]
  expect(await getOwnEarnings(ctx)).toMatchObject({ open, closed: [] })
  expect(await listOwnStories(ctx, { month: '2026-10', limit: 10 })).toMatchObject({ items: [{ amount: 500 }] })
})

test('a story that is deleted before the month is closed still earns for its authors', async () => {
  const own = (await aDatabase()).db
  const [author, coAuthor, other, reader] = [
    await aPerson(own, 'author'),
    await aPerson(own, 'author'),
    await aPerson(own, 'author'),
    await aPerson(own),
  ]
  await makeMember(own, reader.id)
  await aPayment(own, october, { amount: 800 })
  const shared = await anArticle(own, author.id, { title: 'Rivers', coAuthorIds: [coAuthor.id] })
  const kept = await anArticle(own, other.id)
  const before = new Date('2026-09-12T10:00:00Z')
  for (const when of [before, october])
    for (const { id } of [shared, kept]) await recordMemberRead(at(own, when), { personId: reader.id, articleId: id })
  await aPayment(own, before)
  await closeMonths(at(own, new Date('2026-10-03T00:00:00Z')))

  await forceTransition(own, shared.id, { transition: 'trash' })
  await deletePermanently({ ...at(own, october), viewer: author }, shared.id)
  // The author may create a story with the same id.
  const same = await own.selectFrom('memberRead').select('month').where('articleId', '=', shared.id).execute()
  expect(same).toEqual([])
  const ctx = { ...at(own, closing), viewer: coAuthor }
  const month = '2026-10'
  const expected = { items: [{ title: 'Rivers', slug: null, storyReads: 1, authors: 2, amount: 100 }] }
  expect(await listOwnStories(ctx, { month, limit: 10 })).toMatchObject(expected)
  await closeMonths(ctx)
  expect(await listOwnStories(ctx, { month, limit: 10 })).toMatchObject(expected)
  const earned = await own.selectFrom('earning').select(['personId', 'amount']).where('month', '=', month).execute()
  const sorted = (rows: { personId: string | null; amount: number }[]) =>
    rows.map(({ personId, amount }) => `${personId} ${amount}`).toSorted()
  const of = ({ id }: { id: string }, amount: number) => ({ personId: id, amount })
  expect(sorted(earned)).toEqual(sorted([of(author, 100), of(coAuthor, 100), of(other, 200)]))
  const left = await own.selectFrom('memberRead').select('month').execute()
  expect(left).toEqual([])
})

test('reads of deleted accounts are deleted when their month is over, also without revenue', async () => {
  const own = (await aDatabase()).db
  const [author, reader] = [await aPerson(own, 'author'), await aPerson(own)]
  await makeMember(own, reader.id)
  const story = await anArticle(own, author.id)
  await recordMemberRead(at(own, october), { personId: reader.id, articleId: story.id })
  await deleteAccount(at(own, october), reader.uid)
  const months = () => own.selectFrom('memberRead').select('month').execute()
  await closeMonths(at(own, new Date('2026-11-02T23:59:00Z')))
  expect(await months()).toEqual([{ month: '2026-10' }])
  await closeMonths(at(own, closing))
  expect(await months()).toEqual([])
})

test('a payment that is refunded in parts is deducted once, each part in its month', async () => {
  const own = (await aDatabase()).db
  const paid = await aPayment(own, new Date('2026-09-20T00:00:00Z'), { amount: 2380, tax: 380 })
  await aPayment(own, october, { amount: 3000 })
  await aPayment(own, new Date('2026-11-05T00:00:00Z'), { amount: 3000 })
  await aRefund(own, paid, { amount: 1190, at: october })
  await aRefund(own, paid, { amount: 595, at: new Date('2026-11-06T00:00:00Z') })
  // Each part alone would round to one more than the whole.
  const other = await aPayment(own, new Date('2026-11-07T00:00:00Z'), { amount: 100, tax: 16 })
  for (const amount of [33, 33, 34]) await aRefund(own, other, { amount, at: new Date('2026-11-08T00:00:00Z') })
  await closeMonths(at(own, new Date('2026-12-03T00:00:00Z')))
  const rows = await own.selectFrom('earningsMonth').select(['month', 'revenue']).orderBy('month').execute()
  expect(rows).toEqual([
    { month: '2026-09', revenue: 2000 },
    { month: '2026-10', revenue: 2000 },
    { month: '2026-11', revenue: 2500 },
  ])
})

test('payments in test mode count until the first real one', async () => {
  const own = (await aDatabase()).db
  await aPayment(own, october, { provider: 'stripe-test' })
  await aPayment(own, new Date('2026-11-05T00:00:00Z'), { provider: 'test' })
  await closeMonths(at(own, closing))
  await aPayment(own, new Date('2026-11-06T00:00:00Z'), { amount: 200 })
  await closeMonths(at(own, new Date('2026-12-03T00:00:00Z')))
  const rows = await own.selectFrom('earningsMonth').select(['month', 'revenue', 'test']).orderBy('month').execute()
  expect(rows).toEqual([
    { month: '2026-10', revenue: 1000, test: true },
    { month: '2026-11', revenue: 200, test: false },
  ])
})

test('amounts above the range of an integer are closed, shown and paid out', async () => {
  const own = (await aDatabase()).db
  const [author, reader, admin] = [await aPerson(own, 'author'), await aPerson(own), await aPerson(own, 'admin')]
  await makeMember(own, reader.id)
  const story = await anArticle(own, author.id)
  for (const now of [october, new Date('2026-11-01T10:00:00Z')]) {
    await recordMemberRead(at(own, now), { personId: reader.id, articleId: story.id })
    for (const _ of [1, 2, 3]) await aPayment(own, now, { amount: 2_000_000_000, currency: 'idr' })
  }
  await closeMonths(at(own, closing))
  const ctx = at(own, closing)
  expect(await getOwnEarnings({ ...ctx, viewer: author })).toMatchObject({
    open: [{ revenue: 6_000_000_000, pool: 3_000_000_000, amount: 3_000_000_000 }],
    closed: [{ revenue: 6_000_000_000, pool: 3_000_000_000, amount: 3_000_000_000 }],
    balances: [{ owed: 3_000_000_000 }],
  })
  const body = { person: author.id, currency: 'idr', reference: 'T', paidOn: '2026-11-02' }
  for (const amount of [2_999_999_999, 1])
    await recordPayout({ ...ctx, viewer: admin }, { ...body, amount, request: newId() })
  expect(await listCreators(ctx, { limit: 1 })).toMatchObject({ items: [{ earned: 3_000_000_000, owed: 0 }] })
  const first = await listPayouts(ctx, { limit: 1, sort: '-amount' })
  expect(first.items).toMatchObject([{ amount: 2_999_999_999 }])
  const second = await listPayouts(ctx, { limit: 1, sort: '-amount', before: String(first.next) })
  expect(second.items).toMatchObject([{ amount: 1 }])
  const stories = await listOwnStories({ ...ctx, viewer: author }, { month: '2026-10', limit: 1 })
  expect(stories.items).toMatchObject([{ amount: 3_000_000_000 }])
})

/** The script of the documentation, saved as a creator would. */
async function saveScript() {
  const [, script = ''] = /```js\n(.*?)```/s.exec(await readFile('docs/earnings.md', 'utf8')) ?? []
  expect(script.trim().split('\n').length).toBeLessThanOrEqual(20)
  const folder = await mkdtemp(join(tmpdir(), 'bramble-earnings-'))
  atEnd(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'recompute.mjs'), script)
  return folder
}

test('random months add up, and the script of the documentation recomputes every exported amount', async () => {
  const own = await aDatabase()
  const app = await anApp(own)
  const authors = await Promise.all(
    ['"Ada", the first', 'Bo', 'Cleo'].map((name) => aPerson(own.db, 'author', { name })),
  )
  const readers = await Promise.all(Array.from({ length: 4 }, () => aPerson(own.db)))
  for (const { id } of readers) await makeMember(own.db, id)
  const stories: { id: string }[] = []
  for (const [index, byline] of [[0], [0, 1], [1, 2], [0, 1, 2], [2]].entries()) {
    const [authorId = '', ...coAuthorIds] = byline.map((one) => authors[one]?.id ?? '')
    stories.push(await anArticle(own.db, authorId, { coAuthorIds, title: `=Story ${index}, “quoted" and\nbroken` }))
  }
  const payment = fc.record({
    amount: fc.integer({ min: 0, max: 9999 }),
    tax: fc.integer({ min: 0, max: 50 }),
    refund: fc.integer({ min: 0, max: 100 }),
    currency: fc.constantFrom('eur', 'jpy'),
  })
  const reads = fc.array(fc.tuple(fc.nat(3), fc.nat(4)), { maxLength: 20 })
  const folder = await saveScript()
  let year = 2000
  await fc.assert(
    fc.asyncProperty(fc.array(payment, { minLength: 1, maxLength: 4 }), reads, async (payments, finished) => {
      year += 1
      const month = `${year}-05`
      const when = new Date(`${month}-10T00:00:00Z`)
      for (const { amount, tax, refund, currency } of payments) {
        const refunded = Math.floor((amount * refund) / 100)
        const paid = await aPayment(own.db, when, { amount, tax: Math.floor((amount * tax) / 100), currency })
        if (refunded > 0) await aRefund(own.db, paid, { amount: refunded, at: when })
      }
      for (const [reader, story] of finished)
        await recordMemberRead(at(own.db, when), {
          personId: readers[reader]?.id ?? '',
          articleId: stories[story]?.id ?? '',
        })
      await closeMonth(at(own.db, closing), month)
      const pools = await own.db.selectFrom('earningsMonth').selectAll().where('month', '=', month).execute()
      const rows = await own.db.selectFrom('earning').selectAll().where('month', '=', month).execute()
      expect(pools.length).toBe(new Set(payments.map(({ currency }) => currency)).size)
      for (const { currency, pool, reads: total } of pools) {
        const sum = rows.filter((row) => row.currency === currency).reduce((so, { amount }) => so + amount, 0)
        expect(sum).toBe(total === 0 ? 0 : pool)
      }
      // One of them, since each starts a process.
      for (const author of authors.filter((_, index) => index === year % 3)) {
        const cookie = await signedIn(own.db, author)
        const response = await app.get(`/api/earnings/stories.csv?month=${month}`, { headers: { cookie } })
        expect(response.status).toBe(200)
        const file = join(folder, `${month}-${author.handle}.csv`)
        await writeFile(file, await response.text())
        const { stdout } = await run(process.execPath, [join(folder, 'recompute.mjs'), file])
        const mine = rows.filter(({ personId }) => personId === author.id)
        const recomputed = [...stdout.matchAll(/: (\d+) (?:eur|jpy)\n/g)].map(([, amount]) => Number(amount))
        const byAmount = (a: number, b: number) => a - b
        expect(recomputed.toSorted(byAmount)).toEqual(mine.map(({ amount }) => amount).toSorted(byAmount))
        expect(stdout).toContain('Every amount agrees.')
      }
    }),
    { numRuns: 9 },
  )
})

test('the script reports an amount that was changed', async () => {
  const folder = await saveScript()
  const { header } = ownStoriesExport
  const file = join(folder, 'changed.csv')
  for (const [pool, amount] of [
    [500, 251],
    [502, 251],
  ]) {
    const line = csvLine([
      '2026-10',
      'eur',
      1200,
      -200,
      1000,
      50,
      pool,
      2,
      1,
      1,
      '0'.repeat(32),
      '',
      amount,
      '',
      'Story',
    ])
    await writeFile(file, header + line)
    await expect(run(process.execPath, [join(folder, 'recompute.mjs'), file])).rejects.toMatchObject({
      stdout: expect.stringContaining('1 amounts differ.'),
    })
  }
})
