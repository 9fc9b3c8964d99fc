import { beforeAll, describe, expect, test } from 'vitest'
import { refusalForAuthMessage } from '#contract/firebase/auth-errors.ts'
import type { Database } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { type TestBrowser, aBrowser } from '#test/browser.ts'
import { aDatabase } from '#test/database.ts'
import { post } from '#test/firebase-auth.ts'
import { mailedCode } from '#test/mail.ts'
import { PASSWORD, type TestPerson, aCtx, aPerson, testSite } from '#test/people.ts'
import { createUser } from './manage-users.ts'
import { createSetupLink, setUpFromConfig } from './setup.ts'
import { loadCommonPasswords, findWeakness } from './weak-passwords.ts'

let database: Database
let app: TestApp
let person: TestPerson
let browser: TestBrowser
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  person = await aPerson(database.db, 'reader', { handle: 'wisteria-lane' })
  browser = aBrowser(app)
  await browser.ask('POST /api/sign-in', { body: { email: person.email, password: PASSWORD } })
})

test('the list has at least the ten thousand most common passwords', async () => {
  const common = await loadCommonPasswords()
  expect(common.size).toBeGreaterThan(10_000)
  for (const word of ['password', '12345678', 'qwertyuiop', '123456789', 'iloveyou']) expect(common).toContain(word)
})

describe('weak', () => {
  const owner = { email: 'clematis.blue+news@garden.example', handle: 'wisteria-lane' }
  test.each([
    ['password', 'common'],
    ['PassWord', 'common'],
    [' qwertyuiop ', 'common'],
    ['１２３４５６７８', 'common'],
    ['my Clematis-Blue 1', 'personal'],
    ['clematis.blue+news@garden.example', 'personal'],
    ['xxWisteriaLanexx', 'personal'],
    ['I love Bramble!', 'personal'],
    ['correct horse battery', null],
    ['news from nowhere', null],
  ])('%o is %s', async (password, weakness) => {
    expect(await findWeakness(aCtx(database.db), password, owner)).toBe(weakness)
  })

  test('three-letter parts of personal data are too common to count', async () => {
    const short = { email: 'ada@example.com', handle: 'ada' }
    expect(await findWeakness(aCtx(database.db), 'adamant pickles', short)).toBe(null)
  })
})

const LONG = 'long '.repeat(2000)
const refusals: [string, object][] = [
  ['12345678', { weak: 'common' }],
  ['my wisteria-lane 9', { weak: 'personal' }],
  ['a bramble hedge', { weak: 'personal' }],
  [LONG, { missing: ['Password may contain at most 4096 characters', 'Password is too long'] }],
]

describe.each(refusals)('the password %.20s is refused', (password, details) => {
  const refused = { status: 400, code: 'password-does-not-meet-requirements', details }

  test('on sign-up', async () => {
    const body = { email: 'wisteria-lane@example.net', password, name: 'Ada' }
    expect(await aBrowser(app).ask('POST /api/sign-up', { body })).toMatchObject(refused)
  })

  test('on a password change', async () => {
    expect(await browser.change('POST /api/account/password', { body: { password } })).toMatchObject(refused)
  })

  test('on a reset, without using up the code', async () => {
    await browser.ask('POST /api/mailed/reset', { body: { email: person.email } })
    const code = await mailedCode(database.db, person.email, 'reset')
    expect(await browser.ask('POST /api/mailed/password', { body: { code, password } })).toMatchObject(refused)
    expect((await browser.ask('POST /api/mailed/look', { body: { code } })).status).toBe(200)
  })

  test('for the first admin and in operator commands', async () => {
    const { db } = await aDatabase()
    const fresh = await anApp({ ...database, db })
    const link = await createSetupLink(db, testSite, new Date())
    const token = link?.split('=')[1] ?? ''
    const body = { token, name: 'Ada', handle: 'wisteria-lane', email: 'ada@example.com', password }
    expect(await aBrowser(fresh).ask('POST /api/setup', { body })).toMatchObject(refused)
    const user = { email: 'ada@example.com', password, name: 'Ada', handle: 'wisteria-lane', role: 'admin' as const }
    await expect(createUser(aCtx(db), user)).rejects.toMatchObject({ code: refused.code, details })
    const admin = { email: 'wisteria-lane@example.com', password }
    await expect(setUpFromConfig(aCtx(db), admin)).rejects.toThrow('ADMIN_PASSWORD: Password m')
  })

  test('by the Firebase-compatible API, with its error message', async () => {
    const message = expect.stringMatching(
      'weak' in details ? /^WEAK_PASSWORD : Password must not / : /^PASSWORD_DOES_NOT_MEET_REQUIREMENTS : /,
    )
    const idToken = await browser.token()
    await post(app, '/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: person.email })
    const oobCode = await mailedCode(database.db, person.email, 'reset')
    for (const [call, body] of [
      ['signUp', { email: 'wisteria-lane@example.org', password }],
      ['update', { idToken, password }],
      ['resetPassword', { oobCode, newPassword: password }],
    ] as const) {
      const answer = await post(app, `/v1/accounts:${call}`, body)
      expect([call, answer.status, answer.message]).toEqual([call, 400, message])
      // A site that uses this one as its identity service gives the same reason.
      if ('weak' in details) expect(refusalForAuthMessage(answer.message ?? '').details).toEqual(details)
    }
  })
})

test('a password that is too long matches nothing, and is not an invalid request', async () => {
  const body = { email: person.email, password: LONG }
  expect(await aBrowser(app).ask('POST /api/sign-in', { body })).toMatchObject({ code: 'invalid-credential' })
  expect((await post(app, '/v1/accounts:signInWithPassword', body)).message).toBe('INVALID_LOGIN_CREDENTIALS')
})
