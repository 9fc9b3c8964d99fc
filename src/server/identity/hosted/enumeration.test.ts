import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { aDatabase } from '#test/database.ts'
import { type Answer, post } from '#test/hosted.ts'
import { PASSWORD, aPerson } from '#test/people.ts'

let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
})

/** An address that somebody has and one that nobody has, of the same length. */
async function aPair() {
  const { email: known } = await aPerson(database.db)
  return { known, unknown: known.replace(/^person/, 'nobody') }
}

/** All that a stranger sees of an answer, but for the address and what differs every time. */
function seen({ status, headers, text }: Answer, email: string) {
  const passing = new Set(['date', 'x-request-id'])
  return {
    status,
    text: text.replaceAll(email, '@'),
    headers: [...headers].filter(([name]) => !passing.has(name)),
  }
}

describe('nobody learns who has an account', () => {
  const continueUrl = 'http://localhost:3000/'
  test.each<[string, string, (email: string) => Record<string, unknown>]>([
    ['signing in', 'v1/accounts:signInWithPassword', (email) => ({ email, password: 'a wrong password' })],
    ['asking for a reset', 'v1/accounts:sendOobCode', (email) => ({ requestType: 'PASSWORD_RESET', email })],
    ['asking for a link', 'v1/accounts:sendOobCode', (email) => ({ requestType: 'EMAIL_SIGNIN', email, continueUrl })],
  ])('by %s', async (_what, path, bodyFor) => {
    const { known, unknown } = await aPair()
    const first = await post(app, `/${path}`, bodyFor(known))
    const second = await post(app, `/${path}`, bodyFor(unknown))
    expect(seen(first, known)).toEqual(seen(second, unknown))
  })

  test('by asking how to sign in', async () => {
    const { known, unknown } = await aPair()
    const ask = async (identifier: string) => {
      const { text } = await post(app, '/v1/accounts:createAuthUri', { identifier, continueUri: continueUrl })
      return { ...(JSON.parse(text) as Record<string, unknown>), sessionId: 'different every time' }
    }
    expect(await ask(known)).toEqual(await ask(unknown))
  })

  test('by a disabled account, without its password', async () => {
    const { known, unknown } = await aPair()
    await database.db.updateTable('account').set({ disabledAt: new Date() }).where('email', '=', known).execute()
    for (const body of [{ password: 'a wrong password' }, { requestType: 'PASSWORD_RESET' }]) {
      const path = 'password' in body ? '/v1/accounts:signInWithPassword' : '/v1/accounts:sendOobCode'
      const first = await post(app, path, { ...body, email: known })
      const second = await post(app, path, { ...body, email: unknown })
      expect(seen(first, known)).toEqual(seen(second, unknown))
    }
  })

  // Taken in turns, so that whatever else the machine does slows both.
  test('by how long the answer takes', { retry: 3 }, async () => {
    const { known, unknown } = await aPair()
    const passwordless = await aPair()
    await database.db
      .updateTable('account')
      .set({ passwordHash: null })
      .where('email', '=', passwordless.known)
      .execute()
    const times = { known: [] as number[], unknown: [] as number[], passwordless: [] as number[] }
    const rounds = { known, unknown, passwordless: passwordless.known }
    for (const email of Object.values(rounds)) await timed(email)
    for (let round = 0; round < 15; round++) {
      times.known.push(await timed(rounds.known))
      times.unknown.push(await timed(rounds.unknown))
      times.passwordless.push(await timed(rounds.passwordless))
    }
    const reference = median(times.known)
    expect(median(times.unknown) / reference).toBeGreaterThan(0.6)
    expect(median(times.unknown) / reference).toBeLessThan(1.4)
    expect(median(times.passwordless) / reference).toBeGreaterThan(0.6)
    expect(median(times.passwordless) / reference).toBeLessThan(1.4)
  })

  async function timed(email: string) {
    const start = performance.now()
    await post(app, '/v1/accounts:signInWithPassword', { email, password: `not ${PASSWORD}` })
    return performance.now() - start
  }

  function median(numbers: number[]) {
    return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  }
})
