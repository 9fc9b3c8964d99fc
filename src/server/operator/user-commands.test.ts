import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { aBrowser } from '#test/browser.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { PASSWORD, type TestPerson, aPerson } from '#test/people.ts'
import { patiently } from '#test/patiently.ts'
import { TEST_KEY } from '#test/vault.ts'
import type { CommandArgs } from './command.ts'
import { commands } from './commands.ts'

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

/** Runs a command as the command line does, beside the running site. */
function run(line: string, given: Partial<CommandArgs> = {}) {
  const words = line.split(' ')
  const command = commands.find((one) => one.words.every((word, index) => words[index] === word))
  if (!command) throw new Error(`There is no command ${line}`)
  const rest = words.slice(command.words.length)
  return command.run(
    { ...database, config: readConfig({ ENCRYPTION_KEY: TEST_KEY }), log: testLog },
    { ...given, rest },
  )
}

async function signIn({ email }: { email: string }) {
  const browser = aBrowser(app)
  return { browser, ...(await browser.ask('POST /api/sign-in', { body: { email, password: PASSWORD } })) }
}

async function aSignedInPerson(): Promise<{
  person: TestPerson
  browser: ReturnType<typeof aBrowser>
  authorization: string
}> {
  const person = await aPerson(database.db, 'author')
  const { browser } = await signIn(person)
  return { person, browser, authorization: `Bearer ${await browser.token()}` }
}

describe('user create', () => {
  test('creates a person who can sign in', async () => {
    const given = { name: 'Ada', handle: 'ada', email: 'Ada@Example.com', password: PASSWORD, role: 'admin' }
    const { data, text } = await run('user create', given)
    expect(data).toMatchObject({ email: 'ada@example.com', handle: 'ada', role: 'admin', uid: expect.any(String) })
    expect(text).toContain('Created ada')
    expect(JSON.stringify(data)).not.toContain(PASSWORD)
    const { body, browser } = await signIn({ email: 'ada@example.com' })
    expect(body.viewer).toMatchObject({ handle: 'ada', role: 'admin', welcomed: true })
    expect((await browser.ask('GET /api/account')).body.emailVerified).toBe(true)
  })

  test('creates a person without an account', async () => {
    expect((await run('user create', { name: 'Ghost', handle: 'ghost' })).data).toMatchObject({ role: 'reader' })
    expect((await app.get('/api/people/ghost')).status).toBe(200)
    await expect(run('user disable ghost')).rejects.toMatchObject({ code: 'not-found' })
  })

  test.each([
    [{ handle: 'no-name' }, '--name'],
    [{ name: 'X', handle: 'Not A Handle' }, '--handle'],
    [{ name: 'X', handle: 'role-x', role: 'king' }, '--role'],
    [{ name: 'X', handle: 'pass-x', email: 'x@example.com' }, '--password'],
  ])('names the invalid option of %o', async (given, word) => {
    await expect(run('user create', given)).rejects.toThrow(word)
  })

  test.each([
    [{ email: 'taken@example.com', handle: 'taken-2' }, 'email-already-in-use'],
    [{ email: 'other@example.com', handle: 'taken' }, 'handle-taken'],
    [{ email: 'rubbish', handle: 'taken-3' }, 'invalid-email'],
    [{ email: 'short@example.com', handle: 'taken-4', password: 'x' }, 'password-does-not-meet-requirements'],
  ])('refuses %o and leaves nothing behind', async (given, code) => {
    const taken = { name: 'X', handle: 'taken', email: 'taken@example.com', password: PASSWORD }
    await run('user create', taken).catch(() => null)
    await expect(run('user create', { ...taken, ...given })).rejects.toMatchObject({ code })
    const left = await database.db
      .selectFrom('account')
      .select('uid')
      .where('email', '=', 'other@example.com')
      .execute()
    expect(left).toEqual([])
  })
})

describe('commands take effect on the running site at once', () => {
  test('user disable and enable', async () => {
    const { person, browser, authorization } = await aSignedInPerson()
    expect((await run(`user disable ${person.handle}`)).data).toEqual({
      uid: person.uid,
      disabled: true,
      handle: person.handle,
    })
    expect(await browser.viewer()).toBeNull()
    expect(await browser.ask('GET /api/account', {}, { authorization })).toMatchObject({
      status: 403,
      code: 'user-disabled',
    })
    expect((await signIn(person)).code).toBe('user-disabled')
    expect((await app.get(`/api/people/${person.handle}`)).status).toBe(404)
    await run(`user enable ${person.email.toUpperCase()}`)
    expect(await browser.viewer()).toBeNull()
    expect((await app.get(`/api/people/${person.handle}`)).status).toBe(200)
  })

  test('user sign-out', async () => {
    const { person, browser, authorization } = await aSignedInPerson()
    expect((await run(`user sign-out ${person.uid}`)).data).toEqual({ uid: person.uid, signedOut: true })
    expect(await browser.viewer()).toBeNull()
    expect(await browser.ask('GET /api/account', {}, { authorization })).toMatchObject({ code: 'user-token-expired' })
    expect((await signIn(person)).status).toBe(200)
  })

  test('user role', async () => {
    const { person, browser, authorization } = await aSignedInPerson()
    const admin = () => browser.ask('GET /api/admin/mail', {}, { authorization })
    expect((await admin()).status).toBe(403)
    expect((await run(`user role ${person.handle} admin`)).data).toMatchObject({ id: person.id, role: 'admin' })
    expect((await admin()).status).toBe(200)
    expect((await run('user list')).data).toContainEqual(
      expect.objectContaining({ handle: person.handle, email: person.email, role: 'admin' }),
    )
    await run(`user role ${person.handle} reader`)
    expect((await admin()).status).toBe(403)
    await expect(run(`user role ${person.handle} king`)).rejects.toThrow('ROLE')
    await expect(run('user role nobody admin')).rejects.toMatchObject({ code: 'not-found' })
  })

  test('user delete', async () => {
    const { person, browser, authorization } = await aSignedInPerson()
    const { slug } = await anArticle(database.db, person.id)
    const page = async () => (await app.get(`/story/${slug}`, { headers: { accept: 'text/html' } })).status
    expect(await page()).toBe(200)
    expect((await run(`user delete ${person.email}`)).data).toEqual({ uid: person.uid, deleted: true })
    await expect.poll(page, patiently).toBe(404)
    expect(await browser.viewer()).toBeNull()
    expect(await browser.ask('GET /api/account', {}, { authorization })).toMatchObject({ code: 'user-token-expired' })
    expect((await signIn(person)).code).toBe('invalid-credential')
    await expect(run(`user delete ${person.email}`)).rejects.toMatchObject({ code: 'not-found' })
  })

  test.each(['disable', 'enable', 'sign-out', 'delete'])('user %s of an unknown user is refused', async (word) => {
    await expect(run(`user ${word} nobody`)).rejects.toMatchObject({ code: 'not-found' })
    await expect(run(`user ${word}`)).rejects.toMatchObject({ code: 'not-found' })
  })
})

test('mail list shows what was mailed to an address, newest first', async () => {
  const email = 'mailed@example.com'
  await aBrowser(app).ask('POST /api/sign-up', { body: { email, password: PASSWORD, name: 'Ada' } })
  await aBrowser(app).ask('POST /api/mailed/reset', { body: { email } })
  const { data, text } = await run('mail list', { to: 'Mailed@Example.com' })
  expect(data).toEqual(
    ['reset', 'verify'].map((kind) => ({
      id: expect.any(String),
      kind,
      to: email,
      subject: expect.any(String),
      link: expect.stringContaining('oobCode='),
      code: expect.any(String),
      state: 'undelivered',
      attempts: 0,
      createdAt: expect.any(String),
      nextAttemptAt: expect.any(String),
      sentAt: null,
      problem: null,
    })),
  )
  expect(text.split('\n')[0]).toMatch(/ {2}reset {2}mailed@example\.com {2}http:\/\/localhost:3000\/auth\/passreset\?/)
  expect((await run('mail list', { to: email, limit: '1' })).data).toHaveLength(1)
  expect((await run('mail list', { to: 'unknown@example.com' })).text).toBe('No mail.')
  await expect(run('mail list', { limit: 'many' })).rejects.toThrow('--limit')
})
