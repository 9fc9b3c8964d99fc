import { type Socket, createServer } from 'node:net'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { HOUR_MS, SECOND_MS } from '#contract/constants.ts'
import type { MailServer, MailTest } from '#contract/mail/mail-server.ts'
import type { Database } from '#server/platform/db.ts'
import { queueMail } from '#server/platform/mail.ts'
import { type EncryptionConfig, prepareVault } from '#server/platform/secrets/keys.ts'
import { findFreePort } from '#server/platform/postgres/server.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { openDatabase } from '#server/platform/db.ts'
import { type TestPerson, aPerson } from '#test/people.ts'
import { anSmtpServer } from '#test/smtp-server.ts'
import { TEST_KEY, testVault } from '#test/vault.ts'
import { atEnd } from '#test/at-end.ts'
import { readMailServer, smtpUrl } from './mail-server.ts'

const SECRET = 'p@ss:w/rd %?#'
let database: Database
let app: TestApp
let other: TestApp
let admin: TestPerson
let call: Call
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  // Another process has its own connections.
  const second = openDatabase(database.url, { log: testLog })
  atEnd(() => second.close())
  other = await anApp(second)
  admin = await aPerson(database.db, 'admin')
  call = await clientOf(app, admin)
})

const none = { host: '', port: 587, security: 'starttls', user: '', fromName: '', fromAddress: '' }
const portOf = (url: string) => Number(new URL(url).port)
const at = (url: string) => ({ ...none, host: '127.0.0.1', port: portOf(url), security: 'none' })

async function current() {
  return (await call('GET /api/admin/mail-server')).body as unknown as MailServer
}

async function save(change: Record<string, unknown>) {
  return call('PUT /api/admin/mail-server', { ...none, ...change, version: (await current()).version })
}

async function sendTest(change: Record<string, unknown>) {
  return (await call('POST /api/admin/mail-server/test', { ...none, ...change })).body as unknown as MailTest
}

test('a change is used by every process within a second, and mail queued before it is sent', async () => {
  const smtp = await anSmtpServer()
  onTestFinished(smtp.close)
  const theirs = await clientOf(other, admin)
  expect((await theirs('GET /api/admin/mail/summary')).body).toMatchObject({ server: null })
  const mail = { kind: 'notice', subject: 'Queued', text: 'A text', html: '<p>A text</p>' }
  await queueMail({ db: database.db, now: () => new Date(), vault: testVault }, { to: 'early@example.com', ...mail })

  expect((await save({ ...at(smtp.url), fromName: 'The "Daily"', fromAddress: 'daily@example.com' })).status).toBe(200)
  const server = `127.0.0.1:${portOf(smtp.url)}`
  await expect
    .poll(async () => (await theirs('GET /api/admin/mail/summary')).body['server'], {
      timeout: SECOND_MS,
      interval: 20,
    })
    .toBe(server)
  await expect.poll(() => smtp.received.length, { timeout: 5 * SECOND_MS }).toBe(1)
  expect(smtp.received[0]).toMatchObject({ to: ['early@example.com'] })
  expect(smtp.received[0]?.head).toContain('From: "The \\"Daily\\"" <daily@example.com>')
  // The row is updated after the server has accepted the mail.
  await expect.poll(current).toMatchObject({ server, delivery: { failed: 0, waiting: 0 } })

  expect((await save({})).status).toBe(200)
  await expect
    .poll(async () => (await theirs('GET /api/admin/mail/summary')).body['server'], {
      timeout: SECOND_MS,
      interval: 20,
    })
    .toBeNull()
})

test('mail that waits is retried with all its attempts when the server changes, and not when only the sender does', async () => {
  const smtp = await anSmtpServer()
  onTestFinished(smtp.close)
  const closed = { host: '127.0.0.1', port: await findFreePort(), security: 'none' }
  await save(closed)
  const mail = { kind: 'notice', subject: 'Waiting', text: 'A text', html: '<p>A text</p>' }
  const ctx = { db: database.db, now: () => new Date(Date.now() + HOUR_MS), vault: testVault }
  const id = await queueMail(ctx, { to: 'waiting@example.com', ...mail })
  await database.db.updateTable('mail').set({ attempts: 7 }).where('id', '=', id).execute()
  const found = () =>
    database.db
      .selectFrom('mail')
      .select(['attempts', 'nextAttemptAt', 'sentAt'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const waiting = await found()

  await save({ ...closed, fromName: 'News' })
  expect(await found()).toEqual(waiting)
  await save({ ...at(smtp.url), fromName: 'News' })
  await expect.poll(found, { timeout: 5 * SECOND_MS }).toMatchObject({ attempts: 0, sentAt: expect.any(Date) })
  await save({})
})

test('the password is stored encrypted and never returned, logged in the audit log or sent to another server', async () => {
  const server = { host: 'smtp.example.com', user: 'mailer', password: SECRET }
  const saved = await save(server)
  expect(saved.body['password']).toEqual({ set: true })
  expect((await readMailServer({ db: database.db, vault: testVault })).password).toBe(SECRET)
  const { password } = await database.db.selectFrom('mailServerSecret').select('password').executeTakeFirstOrThrow()
  expect(password).toMatch(/^sealed:/)

  // Blank keeps it.
  expect((await save({ ...server, password: '', fromName: 'News' })).body['password']).toEqual({ set: true })
  expect((await readMailServer({ db: database.db, vault: testVault })).password).toBe(SECRET)
  for (const change of [{ host: 'evil.example' }, { port: 25 }, { security: 'none' }, { user: 'other' }]) {
    const refused = [
      await save({ ...server, password: '', ...change }),
      await call('POST /api/admin/mail-server/test', { ...none, ...server, password: '', ...change }),
    ]
    for (const { body } of refused) {
      expect(body.error).toMatchObject({ code: 'invalid', details: { issues: [{ path: ['body', 'password'] }] } })
    }
  }
  const entries = await database.db
    .selectFrom('auditEntry')
    .select(['action', 'before', 'after'])
    .where('action', 'like', 'mail-settings.%')
    .execute()
  expect(JSON.stringify([saved.body, await current(), entries])).not.toContain(SECRET)
  expect(JSON.stringify(entries)).not.toContain('daily@example.com')
  expect(entries.at(-1)).toMatchObject({
    action: 'mail-settings.changed',
    before: { host: 'smtp.example.com', fromName: '' },
    after: { fromName: 'News', passwordSet: true },
  })

  expect((await save({ ...server, password: null })).body['password']).toEqual({ set: false })
  expect(await database.db.selectFrom('mailServerSecret').selectAll().execute()).toEqual([])
})

test('the password is encrypted again when the key is rotated', async () => {
  const { db } = await aDatabase()
  const place = { column: 'mail_server_secret.password', row: 'mail' }
  await db
    .insertInto('mailServerSecret')
    .values({ id: 'mail', password: testVault.seal(place, SECRET) })
    .execute()
  const [old, fresh] = [Buffer.from(TEST_KEY, 'base64'), Buffer.alloc(32, 7)]
  const given = (...keys: [Buffer, ...Buffer[]]): EncryptionConfig => ({ kind: 'given', keys })
  await prepareVault(db, given(fresh, old))
  const { vault } = await prepareVault(db, given(fresh))
  expect((await readMailServer({ db, vault })).password).toBe(SECRET)
})

test('of two admins, the second is refused with the values of the first', async () => {
  const { version } = await current()
  await save({ host: 'first.example.com' })
  const late = await call('PUT /api/admin/mail-server', { ...none, host: 'second.example.com', version })
  expect(late.status).toBe(409)
  expect(late.body.error).toMatchObject({
    code: 'version-conflict',
    details: { current: { host: 'first.example.com', password: { set: false } } },
  })
})

test('a test mail is sent with the values of the form, before they are saved', async () => {
  const smtp = await anSmtpServer()
  onTestFinished(smtp.close)
  const { version } = await current()
  const result = await sendTest({ ...at(smtp.url), fromAddress: 'test@example.com' })
  expect(result).toMatchObject({ ok: true, answer: expect.stringMatching(/^250 /) })
  expect(smtp.received).toMatchObject([{ to: [admin.email], subject: 'Test mail from Bramble' }])
  expect((await current()).version).toBe(version)
})

/** A server that says one line after each line of the client, or nothing. */
async function aServerThatSays(...lines: string[]) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let said = 0
    const next = () => socket.write(`${lines[said++] ?? '221 Bye'}\r\n`)
    if (lines.length > 0) next()
    socket.on('data', () => lines.length > 0 && next())
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return { ...none, host: '127.0.0.1', port: typeof address === 'object' ? address?.port : 0, security: 'none' }
}

test('a failed test says what the server answered and what to do', async () => {
  const closed = { ...none, host: '127.0.0.1', port: await findFreePort(), security: 'none' }
  expect(await sendTest(closed)).toMatchObject({
    ok: false,
    says: 'The server refused the connection.',
    answer: expect.stringContaining('ECONNREFUSED'),
  })
  expect(await sendTest({ ...none, host: 'no-such-host.invalid' })).toMatchObject({
    ok: false,
    says: 'The host name was not found.',
  })
  const strict = await aServerThatSays('220 hi', '250-hi\r\n250 AUTH PLAIN', '535 5.7.8 Wrong credentials p4ssw0rd!')
  const refused = await sendTest({ ...strict, user: 'me', password: 'p4ssw0rd!' })
  expect(refused).toMatchObject({ ok: false, says: 'The server did not accept the user name and password.' })
  expect(refused.answer).toBe('535 5.7.8 Wrong credentials …')
  const picky = await aServerThatSays('220 hi', '250 hi', '550 5.7.1 Sender not allowed')
  expect(await sendTest(picky)).toMatchObject({
    says: 'The server refused the sender or the recipient.',
    answer: expect.stringContaining('550 5.7.1 Sender not allowed'),
  })
  const plain = await aServerThatSays('220 hi', '250 hi', '502 No such command')
  expect(await sendTest({ ...plain, security: 'starttls' })).toMatchObject({
    says: 'The server does not offer STARTTLS.',
  })
  expect(await sendTest({ ...plain, security: 'implicit' })).toMatchObject({
    says: 'The server does not use TLS from the start on this port.',
  })
})

test('what the environment sets cannot be changed here', async () => {
  const smtp = await anSmtpServer()
  onTestFinished(smtp.close)
  const fresh = await aDatabase()
  const fixed = await anApp(fresh, { SMTP_URL: smtp.url, MAIL_FROM: 'Owner <owner@example.com>' })
  const person = await aPerson(fresh.db, 'admin')
  const ask = await clientOf(fixed, person)
  expect((await ask('GET /api/admin/mail-server')).body).toMatchObject({
    setBy: { server: 'SMTP_URL', from: 'MAIL_FROM' },
    from: 'Owner <owner@example.com>',
    server: new URL(smtp.url).host,
  })
  for (const change of [{ host: 'other.example' }, { password: 'x' }, { fromName: 'Other' }]) {
    const answer = await ask('PUT /api/admin/mail-server', { ...none, ...change, version: 1 })
    expect(answer.status).toBe(403)
  }
  const tested = await ask('POST /api/admin/mail-server/test', { ...none, host: 'other.example' })
  expect(tested.body).toMatchObject({ ok: true })
  expect(smtp.received).toMatchObject([{ to: [person.email] }])
})

test('only admins see and change the mail server', async () => {
  const editor = await clientOf(app, await aPerson(database.db, 'editor'))
  for (const key of ['GET /api/admin/mail-server', 'PUT /api/admin/mail-server', 'POST /api/admin/mail-server/test']) {
    expect((await editor(key, key.startsWith('GET') ? undefined : none)).status).toBe(403)
  }
})

test('credentials with special characters and IPv6 addresses become a valid URL', () => {
  const server = { host: '::1', port: 465, security: 'implicit' as const, user: 'a@b', password: SECRET }
  const url = new URL(smtpUrl(server))
  expect([url.host, decodeURIComponent(url.username), decodeURIComponent(url.password)]).toEqual([
    '[::1]:465',
    'a@b',
    SECRET,
  ])
  expect(smtpUrl({ ...server, host: 'mail.example', security: 'starttls', user: '' })).toBe(
    'smtp://mail.example:465?requireTLS=true',
  )
})
