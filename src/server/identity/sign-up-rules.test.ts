import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aBrowser } from '#test/browser.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { mailedCode, newestMail } from '#test/mail.ts'
import { aPerson } from '#test/people.ts'
import type { Database } from '#server/platform/db.ts'

const password = 'a good long passphrase'
let database: Database
let app: TestApp
let call: Call
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  call = await clientOf(app, await aPerson(database.db, 'admin'))
})
beforeEach(() => setRules('open', []))

async function setRules(mode: string, domains: string[]) {
  const { body } = await call('GET /api/admin/settings')
  const changes = { 'signUp.mode': mode, 'signUp.domains': domains }
  expect((await call('PATCH /api/admin/settings', { changes, versions: body['versions'] })).status).toBe(200)
}

let counted = 0
const newAddress = (domain = 'example.com') => `person-${++counted}@${domain}`

function signUp(email: string, invitation?: string) {
  return aBrowser(app).ask('POST /api/sign-up', {
    body: { email, password, name: 'New Person', ...(invitation && { invitation }) },
  })
}

async function signUpByLink(email: string) {
  const browser = aBrowser(app)
  await browser.ask('POST /api/mailed/sign-in', { body: { email } })
  const code = await mailedCode(database.db, email, 'sign-in')
  return browser.ask('POST /api/sign-in/link', { body: { email, code } })
}

async function invite(email: string) {
  await call('POST /api/admin/invitations', { email, role: 'author' })
  const { link } = await newestMail(database.db, email, 'invitation')
  return /invitation=([\w-]+)$/.exec(link ?? '')?.[1] ?? ''
}

const accountOf = (email: string) =>
  database.db.selectFrom('account').select('uid').where('email', '=', email).executeTakeFirst()

const refused = (reason: string) => ({
  body: { error: { code: 'admin-restricted-operation', details: { reason } } },
})

describe('by invitation', () => {
  beforeEach(() => setRules('invitation', []))

  test('others are refused, and leave no account', async () => {
    const email = newAddress()
    expect(await signUp(email)).toMatchObject(refused('invitation'))
    expect(await signUpByLink(email)).toMatchObject(refused('invitation'))
    expect(await accountOf(email)).toBeUndefined()
  })

  test('an invited person joins with the link, or with a confirmed address', async () => {
    const email = newAddress()
    const token = await invite(email)
    // The address alone proves nothing.
    expect(await signUp(email)).toMatchObject(refused('invitation'))
    expect((await signUp(email, token)).body.viewer).toMatchObject({ role: 'author' })
    const another = newAddress()
    await invite(another)
    expect((await signUpByLink(another)).body.viewer).toMatchObject({ role: 'author' })
  })
})

describe('closed', () => {
  test('no one can join, but everyone can sign in', async () => {
    const member = newAddress()
    await signUp(member)
    const email = newAddress()
    const token = await invite(email)
    await setRules('closed', [])
    expect(await signUp(email, token)).toMatchObject(refused('closed'))
    expect(await signUpByLink(email)).toMatchObject(refused('closed'))
    expect((await signUpByLink(member)).body.viewer).toBeTruthy()
  })

  test('no one can be invited', async () => {
    await setRules('closed', [])
    const email = newAddress()
    expect(await call('POST /api/admin/invitations', { email, role: 'author' })).toMatchObject(refused('closed'))
    expect(await database.db.selectFrom('mail').select('id').where('toAddress', '=', email).execute()).toEqual([])
  })
})

describe('allowed domains', () => {
  beforeEach(() => setRules('open', ['hedge.example']))

  test('only confirmed addresses of these domains can join', async () => {
    expect(await signUp(newAddress())).toMatchObject(refused('domain'))
    expect(await signUp(newAddress('sub.hedge.example'))).toMatchObject(refused('domain'))
    expect(await signUp(newAddress('hedge.example'))).toMatchObject(refused('unverified'))
    expect((await signUpByLink(newAddress('hedge.example'))).body.viewer).toBeTruthy()
  })

  test('a domain in another script matches addresses, which are in ASCII', async () => {
    await setRules('open', ['münchen.example'])
    expect((await signUpByLink(newAddress('xn--mnchen-3ya.example'))).body.viewer).toBeTruthy()
  })

  test('invited people can have any address', async () => {
    const email = newAddress()
    expect((await signUp(email, await invite(email))).body.viewer).toMatchObject({ role: 'author' })
  })

  test('the sign-up page says so', async () => {
    expect((await call('GET /api/sign-in')).body).toMatchObject({
      signUp: { mode: 'open', domains: ['hedge.example'] },
    })
    expect(await (await app.get('/auth/newsignup')).text()).toContain('hedge.example')
  })
})
