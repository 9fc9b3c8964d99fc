import { once } from 'node:events'
import { type Socket, createServer } from 'node:net'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { aBrowser } from '#test/browser.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { newestMail } from '#test/mail.ts'
import { PASSWORD, aPerson } from '#test/people.ts'
import { anSmtpServer } from '#test/smtp-server.ts'
import { patiently } from '#test/patiently.ts'
import { testVault } from '#test/vault.ts'
import type { Database } from './db.ts'
import { createMailer, queueMail } from './mail.ts'
import { findFreePort } from './postgres/server.ts'

let database: Database
let keeping: TestApp
beforeAll(async () => {
  database = await aDatabase()
  keeping = await anApp(database)
})

const signUp = (app: TestApp, email: string) =>
  aBrowser(app).ask('POST /api/sign-up', { body: { email, password: PASSWORD, name: 'Ada' } })

const aMail = (to: string) => ({
  kind: 'verify',
  to,
  subject: 'Hello',
  text: 'A text',
  html: '<p>A text</p>',
  link: 'http://localhost/',
  code: 'secret',
})

/** A mailer that sends only when `sendDue` is called: its interval is a fake timer that never fires. */
function mailerAt(url: string, now: () => Date) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const config = { kind: 'smtp' as const, url, from: 'Bramble <no@localhost>' }
  const mailer = createMailer({ db: database.db, now, log: testLog, vault: testVault, getConfig: () => config })
  vi.useRealTimers()
  return mailer
}

test('each mail is sent once by several processes', async () => {
  const smtp = await anSmtpServer()
  onTestFinished(smtp.close)
  const addresses = ['ada', 'grace', 'mary', 'joan'].map((name) => `${name}@once.example`)
  const now = () => new Date()
  for (const to of addresses) await queueMail({ db: database.db, now, vault: testVault }, aMail(to))
  const mailers = [1, 2, 3].map(() => mailerAt(smtp.url, now))
  await Promise.all(mailers.map(({ sendDue }) => sendDue()))
  await Promise.all(mailers.map(({ close }) => close()))
  expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual(addresses.toSorted())
})

test('a delivered mail is complete, and its secrets are deleted', async () => {
  const fresh = await aDatabase()
  const smtp = await anSmtpServer()
  onTestFinished(smtp.close)
  const app = await anApp(fresh, { SMTP_URL: smtp.url })
  await signUp(app, 'ada@example.com')
  // The row is written after the mail was handed over.
  await vi.waitFor(async () => {
    expect(await newestMail(fresh.db, 'ada@example.com')).toMatchObject({ sentAt: expect.any(Date) })
  }, patiently)

  const mail = smtp.received.find(({ to }) => to.includes('ada@example.com'))
  expect(mail?.subject).toBe('Confirm your email for Bramble')
  const link = /http:\/\/localhost:3000\/auth\/emailconfirm\?\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(mail?.html.replaceAll('&#38;', '&')).toContain(`href="${link}"`)
  const code = new URL(link).searchParams.get('oobCode')
  expect(await newestMail(fresh.db, 'ada@example.com')).toMatchObject({
    sentAt: expect.any(Date),
    problem: null,
    nextAttemptAt: null,
    text: null,
    html: null,
    link: null,
    code: null,
  })
  expect((await aBrowser(app).ask('POST /api/mailed/apply', { body: { code } })).status).toBe(200)
})

test('while the mail server is down, delivery is retried with backoff and the error is stored', async () => {
  const clock = aClock()
  const port = await findFreePort()
  const mailer = mailerAt(`smtp://127.0.0.1:${port}`, clock.now)
  onTestFinished(mailer.close)
  const ctx = { db: database.db, now: clock.now, vault: testVault }
  await queueMail(ctx, aMail('patient@example.com'))
  const row = () => newestMail(database.db, 'patient@example.com')

  await mailer.sendDue()
  expect((await row()).attempts).toBe(1)
  expect(await row()).toMatchObject({ sentAt: null, problem: expect.stringContaining('ECONNREFUSED') })
  await mailer.sendDue()
  expect((await row()).attempts).toBe(1)
  clock.pass(MINUTE_MS + 1000)
  await mailer.sendDue()
  expect((await row()).attempts).toBe(2)
  clock.pass(MINUTE_MS + 1000)
  await mailer.sendDue()
  expect(await row()).toMatchObject({ attempts: 2, code: 'secret' })

  const smtp = await anSmtpServer(port)
  onTestFinished(smtp.close)
  clock.pass(MINUTE_MS)
  await mailer.sendDue()
  expect(await row()).toMatchObject({ sentAt: expect.any(Date) })
  expect(smtp.received.map(({ to }) => to)).toEqual([['patient@example.com']])
  expect(await row()).toMatchObject({ problem: null, code: null })
})

test('the code and link of queued mail are encrypted in the database', async () => {
  await queueMail({ db: database.db, now: () => new Date(), vault: testVault }, aMail('sealed@example.com'))
  const row = await database.pool.query('select mail::text from mail where to_address = $1', ['sealed@example.com'])
  expect(JSON.stringify(row.rows)).not.toMatch(/secret|localhost|A text/)
  expect(await newestMail(database.db, 'sealed@example.com')).toMatchObject({ code: 'secret', text: 'A text' })
})

test('delivery stops after the last attempt', async () => {
  const clock = aClock()
  const mailer = mailerAt(`smtp://127.0.0.1:${await findFreePort()}`, clock.now)
  onTestFinished(mailer.close)
  await queueMail({ db: database.db, now: clock.now, vault: testVault }, aMail('hopeless@example.com'))
  const row = () => newestMail(database.db, 'hopeless@example.com')
  for (let due = (await row()).nextAttemptAt; due; due = (await row()).nextAttemptAt) {
    clock.pass(Math.max(0, due.getTime() - clock.now().getTime() + 1000))
    await mailer.sendDue()
  }
  expect(await row()).toMatchObject({ attempts: 8, sentAt: null })
})

test('only one delivery runs at a time while the mail server hangs', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => void sockets.push(socket))
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const now = () => new Date()
  const config = { kind: 'smtp' as const, url: `smtp://127.0.0.1:${port}`, from: 'Bramble <no@localhost>' }
  const mailer = createMailer({ db: database.db, now, log: testLog, vault: testVault, getConfig: () => config })
  onTestFinished(async () => {
    silent.close()
    for (const socket of sockets) socket.destroy()
    await mailer.close()
  })
  for (const to of ['one', 'two', 'three', 'four']) {
    await queueMail({ db: database.db, now, vault: testVault }, aMail(`${to}@hangs.example`))
  }
  const connected = once(silent, 'connection')
  vi.advanceTimersByTime(SECOND_MS)
  await connected
  vi.advanceTimersByTime(2 * SECOND_MS)
  // A second delivery takes the second mail. Had the timer started another one, that mail would be taken already.
  const beside = once(silent, 'connection')
  const sending = mailer.sendDue()
  await beside
  const { rows } = await database.pool.query<{ to: string }>(
    `select to_address as to from mail where to_address like '%@hangs.example' for update skip locked`,
  )
  expect(rows.map(({ to }) => to).toSorted()).toEqual(['four@hangs.example', 'three@hangs.example'])
  expect(sockets).toHaveLength(2)
  silent.close()
  for (const socket of sockets) socket.destroy()
  await sending
})

test('without a mail server, mail is stored and shown to admins only, newest first', async () => {
  await signUp(keeping, 'kept@example.com')
  await aBrowser(keeping).ask('POST /api/mailed/reset', { body: { email: 'Kept@example.com' } })
  const as = async (role: 'admin' | 'editor') => {
    const person = await aPerson(database.db, role)
    const browser = aBrowser(keeping)
    await browser.ask('POST /api/sign-in', { body: { email: person.email, password: PASSWORD } })
    return browser
  }
  const query = { q: ' Kept@Example.com ' }
  const admin = await as('admin')
  const { body } = await admin.ask('GET /api/admin/mail', { query })
  const { link, code } = await newestMail(database.db, 'kept@example.com')
  expect(body.items.map(({ kind }) => kind)).toEqual(['reset', 'verify'])
  expect(body.items[0]).toMatchObject({ to: 'kept@example.com', link, code, sentAt: null, problem: null })

  const first = await admin.ask('GET /api/admin/mail', { query: { ...query, limit: '1' } })
  const second = await admin.ask('GET /api/admin/mail', {
    query: { ...query, limit: '1', before: first.body.next ?? '' },
  })
  expect([first, second].map((page) => page.body.items[0]?.kind)).toEqual(['reset', 'verify'])
  expect(second.body.next).toBeNull()

  expect(await (await as('editor')).ask('GET /api/admin/mail')).toMatchObject({ status: 403, code: 'not-allowed' })
  expect(await aBrowser(keeping).ask('GET /api/admin/mail')).toMatchObject({ status: 401 })
})
