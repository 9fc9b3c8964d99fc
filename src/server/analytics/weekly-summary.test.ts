import { expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import { createMailer, decryptMail } from '#server/platform/mail.ts'
import { addViews } from '#test/analytics.ts'
import { anArticle } from '#test/articles.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { patiently } from '#test/patiently.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { anSmtpServer } from '#test/smtp-server.ts'
import { testVault } from '#test/vault.ts'
import { listMailedKinds, updateWeeklySummary } from '#server/notifications/preferences.ts'
import { unsubscribe } from '#server/notifications/unsubscribe.ts'
import { deliverWeeklySummary, dueSummary, planWeeklySummaries } from './weekly-summary.ts'

/** The summary that is written on Monday, 16 March 2026, is about the week from 9 to 15 March. */
const MONDAY = new Date('2026-03-16T07:00:00.000Z')

/** An author with a story in a database of their own, on the Monday of the summary. */
async function aScene() {
  const database = await aDatabase()
  const { db } = database
  let time = MONDAY
  const ctx = aCtx(db, { now: () => time })
  const author = await aPerson(db, 'author')
  const publishedAt = new Date('2026-01-01T00:00:00.000Z')
  const anotherStory = (title: string, coAuthorIds: string[] = []) =>
    anArticle(db, author.id, { title, publishedAt, coAuthorIds })
  const story = await anotherStory('The hedge is a clock')
  const write = async () => {
    await planWeeklySummaries(ctx)
    while (await deliverWeeklySummary(ctx));
  }
  const mails = async () => {
    const found = await db.selectFrom('mail').selectAll().orderBy('toAddress').execute()
    return found.map((mail) => decryptMail(testVault, mail))
  }
  const queued = () => db.selectFrom('weeklySummaryMail').select('personId').execute()
  return { ...database, ctx, author, story, anotherStory, write, mails, queued, setTime: (at: Date) => (time = at) }
}

test.each([
  ['2026-03-16T06:59:59Z', '2026-03-02'],
  ['2026-03-16T07:00:00Z', '2026-03-09'],
  ['2026-03-22T23:00:00Z', '2026-03-09'],
  ['2026-01-05T07:00:00Z', '2025-12-29'],
])('at %s the last summary was that of the week from %s', (now, monday) => {
  expect(dueSummary(new Date(now)).monday).toBe(monday)
})

test('lists the figures of the week, the change and the best stories', async () => {
  const { db, author, story, anotherStory, write, mails } = await aScene()
  const second = await anotherStory('<b>Latch</b>')
  await addViews(db, story, '2026-03-08', { views: 1000, reads: 10 })
  await addViews(db, story, '2026-03-09', { views: 1500, reads: 10, visitors: 900 })
  await addViews(db, second, '2026-03-15', { views: 1, reads: 0, visitors: 1 })
  await addViews(db, story, '2026-03-16', { views: 70_000 })
  const fan = await aPerson(db)
  await db
    .insertInto('follow')
    .values({ followerId: fan.id, followedId: author.id, since: new Date('2026-03-12T10:00:00Z') })
    .execute()
  await write()
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    kind: 'weekly-summary',
    toAddress: author.email,
    subject: 'Your stories last week: 1,501 views',
  })
  const [body] = mail?.text?.split('\n-- \n') ?? []
  expect(body).toBe(`Your stories on Bramble from 9 March to 15 March:

1,501 views (50% more than the week before)
901 visitors (10% less than the week before)
10 reads (the same as the week before)
1 new follower

Most viewed:

The hedge is a clock
1,500 views, 10 reads
http://localhost/articles/analytics/${story.id}

<b>Latch</b>
1 view, 0 reads
http://localhost/articles/analytics/${second.id}

See your figures:
http://localhost/articles/analytics?range=custom&from=2026-03-09&to=2026-03-15
`)
  expect(mail?.html).not.toContain('<b>')
})

test('goes to all authors of a story that was viewed, and to no one else', async () => {
  const { db, author, anotherStory, write, mails } = await aScene()
  const [coAuthor, idle] = [await aPerson(db, 'author'), await aPerson(db, 'author')]
  await anArticle(db, idle.id, { publishedAt: new Date('2026-01-01T00:00:00Z') })
  await addViews(db, await anotherStory('Together', [coAuthor.id]), '2026-03-15', { views: 1 })
  await write()
  expect((await mails()).map(({ toAddress }) => toAddress)).toEqual([author.email, coAuthor.email].toSorted())
})

test('is written once for each week, also by several processes', async () => {
  const { db, ctx, story, write, mails, setTime } = await aScene()
  await addViews(db, story, '2026-03-10', { views: 5 })
  await addViews(db, story, '2026-03-17', { views: 3 })
  await Promise.all(Array.from({ length: 5 }, () => planWeeklySummaries(ctx)))
  await Promise.all(Array.from({ length: 5 }, () => deliverWeeklySummary(ctx)))
  await write()
  expect(await mails()).toHaveLength(1)
  setTime(new Date(MONDAY.getTime() + 6 * DAY_MS))
  await write()
  expect(await mails()).toHaveLength(1)
  setTime(new Date(MONDAY.getTime() + 7 * DAY_MS))
  await write()
  const subjects = (await mails()).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual(['Your stories last week: 3 views', 'Your stories last week: 5 views'])
})

test('a crash leaves neither a partial nor a second mail', async () => {
  const { db, pool, ctx, story, write, mails, queued } = await aScene()
  await addViews(db, story, '2026-03-10', { views: 5 })
  await planWeeklySummaries(ctx)
  const other = await pool.connect()
  await other.query('begin; lock table mail in share mode')
  const dying = deliverWeeklySummary(ctx).then(
    () => 'written',
    () => 'died',
  )
  // The job has claimed the summary and waits to insert the mail. Cut its connection, as a killed process would.
  await vi.waitFor(async () => {
    const { rowCount } = await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into "mail"%'`,
    )
    expect(rowCount).toBe(1)
  }, patiently)
  expect(await dying).toBe('died')
  await other.query('rollback')
  other.release()
  expect(await mails()).toEqual([])
  expect(await queued()).toHaveLength(1)
  await write()
  await write()
  expect(await mails()).toHaveLength(1)
  expect(await queued()).toEqual([])
})

test('a week that ended days ago is left out', async () => {
  const { db, story, write, mails, setTime } = await aScene()
  await addViews(db, story, '2026-03-10', { views: 5 })
  setTime(new Date(MONDAY.getTime() + 2 * DAY_MS + MINUTE_MS))
  await write()
  expect(await mails()).toEqual([])
  setTime(new Date(MONDAY.getTime() + 2 * DAY_MS - HOUR_MS))
  await write()
  expect(await mails()).toHaveLength(1)
})

test('sends nothing to people who turned it off, have no confirmed address or are disabled', async () => {
  for (const change of ['off', 'address', 'disabled'] as const) {
    const { db, ctx, author, story, write, mails, queued } = await aScene()
    await addViews(db, story, '2026-03-10', { views: 5 })
    const account = db.updateTable('account').where('uid', '=', author.uid)
    if (change === 'off') await updateWeeklySummary({ ...ctx, viewer: author }, false)
    if (change === 'address') await account.set({ emailVerified: false }).execute()
    if (change === 'disabled') await account.set({ disabledAt: MONDAY }).execute()
    await write()
    expect(await mails(), change).toEqual([])
    expect(await queued(), change).toEqual([])
  }
})

test('can be turned off and on again', async () => {
  const { db, ctx, author } = await aScene()
  const viewing = { ...ctx, viewer: author }
  await updateWeeklySummary(viewing, false)
  await updateWeeklySummary(viewing, false)
  expect(await listMailedKinds(db, author.id)).not.toContain('weekly-summary')
  expect(await listMailedKinds(db, author.id)).toContain('response')
  await updateWeeklySummary(viewing, true)
  expect(await listMailedKinds(db, author.id)).toContain('weekly-summary')
})

test('reaches an SMTP server with one-click unsubscribe headers, which end only this mail', async () => {
  const smtp = await anSmtpServer()
  onTestFinished(smtp.close)
  const { db, ctx, author, story, write } = await aScene()
  await addViews(db, story, '2026-03-10', { views: 5 })
  await write()
  const config = { kind: 'smtp' as const, url: smtp.url, from: 'Bramble <no@localhost>' }
  const mailer = createMailer({ db, now: ctx.now, log: testLog, vault: testVault, getConfig: () => config })
  onTestFinished(mailer.close)
  await mailer.sendDue()
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), patiently)
  const [sent] = smtp.received
  expect(sent?.to).toEqual([author.email])
  expect(sent?.subject).toBe('Your stories last week: 5 views')
  const address = /List-Unsubscribe: <(.*)>/.exec(sent?.head ?? '')?.[1] ?? ''
  expect(sent?.head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const text = sent?.text.replaceAll('\r\n', '\n')
  expect(text).toContain(`Unsubscribe from emails about the weekly figures of your stories:\n${address}\n`)
  await unsubscribe(ctx, address.split('/').at(-1) ?? '')
  const left = await listMailedKinds(db, author.id)
  expect(left).not.toContain('weekly-summary')
  expect(left).toContain('response')
})
