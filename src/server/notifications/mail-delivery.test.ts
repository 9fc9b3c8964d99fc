import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { MailFrequency, NotificationKind } from '#contract/notifications/notifications.ts'
import type { Database } from '#server/platform/db.ts'
import { createMailer, decryptMail } from '#server/platform/mail.ts'
import { anArticle } from '#test/articles.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { notifyNow } from '#test/notifications.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { anSmtpServer } from '#test/smtp-server.ts'
import { patiently } from '#test/patiently.ts'
import { testVault } from '#test/vault.ts'
import { nextDigestAt } from './deliveries.ts'
import { deliverDueMail } from './mail-delivery.ts'
import { updatePreferences } from './preferences.ts'

let database: Database
beforeAll(async () => {
  database = await aDatabase()
})

/** An author, a story, and the clock that all of this uses. */
async function aScene(title = 'The long way home') {
  const { db } = database
  const clock = aClock()
  const ctx = aCtx(db, { now: clock.now })
  const author = await aPerson(db, 'author')
  const story = await anArticle(db, author.id, { title })
  const liked = async (name = 'Ada') => {
    const fan = await aPerson(db, 'reader', { name })
    const cause = `like:${fan.id}:${story.id}`
    await notifyNow(ctx, { kind: 'like', cause, actorId: fan.id, personId: author.id, articleId: story.id })
  }
  const followed = async (name = 'Ada') => {
    const fan = await aPerson(db, 'reader', { name })
    await notifyNow(ctx, {
      kind: 'follow',
      cause: `follow:${fan.id}:${author.id}`,
      actorId: fan.id,
      personId: author.id,
    })
    return fan
  }
  const setPreference = (kind: NotificationKind, email: MailFrequency, site = true) =>
    updatePreferences({ ...ctx, viewer: author }, [{ kind, site, email, push: false }])
  const write = async () => {
    while (await deliverDueMail(ctx));
  }
  const mails = async () => {
    const found = db.selectFrom('mail').selectAll().where('toAddress', '=', author.email).orderBy('createdAt')
    return (await found.execute()).map((mail) => decryptMail(testVault, mail))
  }
  const queued = () => db.selectFrom('notificationMail').selectAll().where('personId', '=', author.id).execute()
  return { db, clock, ctx, author, story, liked, followed, setPreference, write, mails, queued }
}

test('notifications within two minutes share one mail', async () => {
  const { clock, liked, followed, setPreference, write, mails, queued } = await aScene()
  await setPreference('like', 'now')
  await setPreference('follow', 'now')
  await liked('Ada')
  clock.pass(MINUTE_MS)
  await followed('Grace')
  await liked('Mary')
  await write()
  expect(await mails()).toEqual([])
  clock.pass(MINUTE_MS + 1000)
  await write()
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ kind: 'notification', subject: 'Mary and Ada liked “The long way home”, and 1 more' })
  expect(mail?.text).toContain('Grace followed you')
  expect(await queued()).toEqual([])
  clock.pass(HOUR_MS)
  await write()
  expect(await mails()).toHaveLength(1)
})

test('the daily digest is one mail at its hour', async () => {
  const { clock, ctx, followed, write, mails } = await aScene()
  await followed('Ada')
  await followed('Grace')
  clock.pass(5 * MINUTE_MS)
  await write()
  const due = nextDigestAt(ctx.now())
  if (due.getTime() - ctx.now().getTime() > MINUTE_MS) expect(await mails()).toEqual([])
  clock.pass(due.getTime() - ctx.now().getTime() + 1000)
  await write()
  const all = await mails()
  expect(all).toHaveLength(1)
  expect(all[0]).toMatchObject({
    kind: 'daily',
    subject: 'Your daily update from Bramble: Grace and Ada followed you',
  })
})

test.each([
  ['2026-05-01T03:00:00Z', '2026-05-01T07:00:00.000Z'],
  ['2026-05-01T07:00:00Z', '2026-05-02T07:00:00.000Z'],
  ['2026-12-31T23:59:59Z', '2027-01-01T07:00:00.000Z'],
])('after %s the next daily mails are written at %s', (now, wanted) => {
  expect(nextDigestAt(new Date(now)).toISOString()).toBe(wanted)
})

test('sends no mail for kinds set to never, or to an unconfirmed address', async () => {
  const { db, author, liked, setPreference, queued } = await aScene()
  await liked()
  expect(await queued()).toEqual([])
  await setPreference('like', 'now')
  await db.updateTable('account').set({ emailVerified: false }).where('uid', '=', author.uid).execute()
  await liked()
  expect(await queued()).toEqual([])
})

test('leaves out notifications read in the meantime, and sends no mail if none are left', async () => {
  const { db, clock, author, liked, followed, setPreference, write, mails, queued } = await aScene()
  await setPreference('like', 'now')
  await setPreference('follow', 'now')
  await liked()
  await followed('Grace')
  const read = { readAt: new Date() }
  const lines = db.updateTable('notification').set(read).where('personId', '=', author.id)
  await lines.where('kind', '=', 'like').execute()
  clock.pass(3 * MINUTE_MS)
  await write()
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Grace followed you'])
  await followed('Mary')
  await lines.execute()
  clock.pass(3 * MINUTE_MS)
  await write()
  expect(await mails()).toHaveLength(1)
  expect(await queued()).toEqual([])
})

test('a kind that is not in the list on the site is still mailed', async () => {
  const { clock, liked, setPreference, write, mails } = await aScene()
  await setPreference('like', 'now', false)
  await liked('Ada')
  clock.pass(3 * MINUTE_MS)
  await write()
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Ada liked “The long way home”'])
})

test('sends nothing if mail was turned off, the address was lost or the person was disabled before it is due', async () => {
  for (const change of ['never', 'address', 'disabled'] as const) {
    const { db, clock, author, liked, setPreference, write, mails, queued } = await aScene()
    await setPreference('like', 'now')
    await liked()
    expect(await queued()).toHaveLength(1)
    const account = db.updateTable('account').where('uid', '=', author.uid)
    if (change === 'never') await setPreference('like', 'never')
    if (change === 'address') await account.set({ emailVerified: false }).execute()
    if (change === 'disabled') await account.set({ disabledAt: new Date() }).execute()
    clock.pass(3 * MINUTE_MS)
    await write()
    expect(await mails(), change).toEqual([])
    expect(await queued(), change).toEqual([])
  }
})

test('lists twenty notifications and the number of further ones', async () => {
  const { db, clock, ctx, author, setPreference, write, mails } = await aScene()
  await setPreference('like', 'now')
  const fan = await aPerson(db)
  const stories = await Promise.all(Array.from({ length: 23 }, () => anArticle(db, author.id)))
  const likes = stories.map(({ id }) => ({ cause: `like:${fan.id}:${id}`, articleId: id }))
  await notifyNow(
    ctx,
    ...likes.map((like) => ({ kind: 'like' as const, actorId: fan.id, personId: author.id, ...like })),
  )
  clock.pass(3 * MINUTE_MS)
  await write()
  const [mail] = await mails()
  expect(mail?.text?.match(/liked “Article/g)).toHaveLength(20)
  expect(mail?.text).toContain('And 3 more:\nhttp://localhost/user/notifications\n')
  expect(mail?.subject).toMatch(/, and 22 more$/)
})

test('user text is escaped in HTML and in the subject', async () => {
  const { clock, ctx, liked, setPreference, write, mails } = await aScene('<img src=x>\n& “you”')
  ctx.site = { ...ctx.site, base: '/blog/', mode: 'hash' }
  await setPreference('like', 'now')
  await liked('<b>Mallory</b>')
  clock.pass(3 * MINUTE_MS)
  await write()
  const [mail] = await mails()
  expect(mail?.subject).toBe('<b>Mallory</b> liked “<img src=x> & “you””')
  expect(mail?.html).toContain('&#60;b&#62;Mallory&#60;/b&#62; liked “&#60;img src=x&#62; &#38; “you””')
  expect(mail?.html).not.toMatch(/<img|<b>/)
  // Below a base path, and in hash mode.
  expect(mail?.text).toMatch(/http:\/\/localhost\/blog\/#\/story\/article-/)
  expect(mail?.text).toMatch(/http:\/\/localhost\/blog\/#\/unsubscribe\/[\w-]{43}\n/)
  expect(mail?.unsubscribe).toMatch(/^http:\/\/localhost\/blog\/unsubscribe\/[\w-]{43}$/)
})

test('several processes at once write one mail', async () => {
  const { clock, ctx, liked, followed, setPreference, mails } = await aScene()
  await setPreference('like', 'now')
  await setPreference('follow', 'now')
  await liked()
  await followed()
  clock.pass(3 * MINUTE_MS)
  await Promise.all(Array.from({ length: 6 }, () => deliverDueMail(ctx)))
  expect(await mails()).toHaveLength(1)
})

test('a crash leaves neither a partial nor a second mail', async () => {
  const { clock, ctx, liked, setPreference, write, mails, queued } = await aScene()
  await setPreference('like', 'now')
  await liked()
  clock.pass(3 * MINUTE_MS)
  const other = await database.pool.connect()
  await other.query('begin; lock table mail in share mode')
  const dying = deliverDueMail(ctx).then(
    () => 'written',
    () => 'died',
  )
  // The job has claimed the due notifications and waits to insert the mail. Cut its connection, as a killed process would.
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query(
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

test('has one-click unsubscribe headers, and stays encrypted after delivery', async () => {
  const smtp = await anSmtpServer()
  onTestFinished(smtp.close)
  const { db, clock, author, liked, setPreference, write, mails } = await aScene()
  const config = { kind: 'smtp' as const, url: smtp.url, from: 'Bramble <no@localhost>' }
  const mailer = createMailer({ db, now: clock.now, log: testLog, vault: testVault, getConfig: () => config })
  onTestFinished(mailer.close)
  await setPreference('like', 'now')
  await liked('Ada')
  clock.pass(3 * MINUTE_MS)
  await write()
  const address = (await mails())[0]?.unsubscribe
  await mailer.sendDue()
  await vi.waitFor(() => expect(smtp.received.filter(({ to }) => to.includes(author.email))).toHaveLength(1), patiently)
  const sent = smtp.received.find(({ to }) => to.includes(author.email))
  const text = sent?.text.replaceAll('\r\n', '\n')
  expect(address).toMatch(/^http:\/\/localhost\/unsubscribe\/[\w-]{43}$/)
  expect(sent?.head.split('\r\n')).toContain(`List-Unsubscribe: <${address}>`)
  expect(sent?.head.split('\r\n')).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(text).toContain('Ada liked “The long way home”\nhttp://localhost/story/')
  expect(text).toContain(`Unsubscribe from emails about likes on your stories:\n${address}\n`)
  expect(sent?.html).toContain(`href="${address}"`)
  await vi.waitFor(
    async () =>
      expect(await mails()).toMatchObject([
        { sentAt: expect.any(Date), text: expect.any(String), link: null, code: null },
      ]),
    patiently,
  )
})
