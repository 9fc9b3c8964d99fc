import { createHook } from 'node:async_hooks'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { aDatabase } from '#test/database.ts'
import { type Answer, post } from '#test/firebase-auth.ts'
import { PASSWORD, aPerson } from '#test/people.ts'

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

/** An address with an account and one without, of equal length. */
async function aPair() {
  const { email: known } = await aPerson(database.db)
  return { known, unknown: known.replace(/^person/, 'nobody') }
}

/** What a client sees of a response, without the address and values that always differ. */
function seen({ status, headers, text }: Answer, email: string) {
  const passing = new Set(['date', 'x-request-id'])
  return {
    status,
    text: text.replaceAll(email, '@'),
    headers: [...headers].filter(([name]) => !passing.has(name)),
  }
}

describe('does not reveal who has an account', () => {
  const continueUrl = 'http://localhost:3000/'
  test.each<[string, string, (email: string) => Record<string, unknown>]>([
    ['signing in', 'v1/accounts:signInWithPassword', (email) => ({ email, password: 'a wrong password' })],
    ['requesting a password reset', 'v1/accounts:sendOobCode', (email) => ({ requestType: 'PASSWORD_RESET', email })],
    [
      'requesting a sign-in link',
      'v1/accounts:sendOobCode',
      (email) => ({ requestType: 'EMAIL_SIGNIN', email, continueUrl }),
    ],
  ])('by %s', async (_what, path, bodyFor) => {
    const { known, unknown } = await aPair()
    const first = await post(app, `/${path}`, bodyFor(known))
    const second = await post(app, `/${path}`, bodyFor(unknown))
    expect(seen(first, known)).toEqual(seen(second, unknown))
  })

  test('by listing sign-in methods', async () => {
    const { known, unknown } = await aPair()
    const ask = async (identifier: string) => {
      const { text } = await post(app, '/v1/accounts:createAuthUri', { identifier, continueUri: continueUrl })
      return { ...(JSON.parse(text) as Record<string, unknown>), sessionId: 'different every time' }
    }
    expect(await ask(known)).toEqual(await ask(unknown))
  })

  test('by the error for a disabled account, without its password', async () => {
    const { known, unknown } = await aPair()
    await database.db.updateTable('account').set({ disabledAt: new Date() }).where('email', '=', known).execute()
    for (const body of [{ password: 'a wrong password' }, { requestType: 'PASSWORD_RESET' }]) {
      const path = 'password' in body ? '/v1/accounts:signInWithPassword' : '/v1/accounts:sendOobCode'
      const first = await post(app, path, { ...body, email: known })
      const second = await post(app, path, { ...body, email: unknown })
      expect(seen(first, known)).toEqual(seen(second, unknown))
    }
  })

  test('by response time: a password hash is compared for every address', async () => {
    const { known, unknown } = await aPair()
    const [{ known: passwordless }, { known: disabled }] = [await aPair(), await aPair()]
    const { db } = database
    await db.updateTable('account').set({ passwordHash: null }).where('email', '=', passwordless).execute()
    await db.updateTable('account').set({ disabledAt: new Date() }).where('email', '=', disabled).execute()
    const guess = (email: string) =>
      post(app, '/v1/accounts:signInWithPassword', { email, password: `not ${PASSWORD}` })
    // The hash for unknown addresses is created once, on first use.
    await guess(unknown)
    for (const email of [known, unknown, passwordless, disabled]) {
      expect(await hashesDuring(() => guess(email)), email).toBe(1)
    }
  })

  /** Number of argon2 computations during the work, counted as async hooks of native tasks. */
  async function hashesDuring(work: () => Promise<unknown>) {
    let count = 0
    const hook = createHook({ init: (_id, type) => void (count += Number(type === 'undefined')) }).enable()
    await work()
    hook.disable()
    return count
  }
})
