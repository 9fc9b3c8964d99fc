import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, generateKeyPair, jwtVerify } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { Database } from '#server/platform/db.ts'
import { anApp } from '#test/app.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase, aDatabaseWithoutKey } from '#test/database.ts'
import { post } from '#test/firebase-auth.ts'
import { aCtx, aPerson, aSession, testIdentity } from '#test/people.ts'
import { testVault } from '#test/vault.ts'
import type { GenerateKeyPair } from './signing-keys.ts'
import { createTokens } from './tokens.ts'

let database: Database
/** Generated once, because each takes a while. Every test starts with the first. */
let pairs: Awaited<ReturnType<GenerateKeyPair>>[]
let used = 0
beforeAll(async () => {
  database = await aDatabase()
  pairs = await Promise.all([1, 2, 3, 4].map(() => generateKeyPair('RS256', { extractable: true })))
})
beforeEach(() => void (used = 0))

const generate: GenerateKeyPair = async () => {
  const pair = pairs[used++]
  if (!pair) throw new Error('There are no more key pairs')
  return pair
}

const claims = { sub: 'someone', sid: 'a-session', auth_time: 1 }

/** The key store of one process. */
function aProcess(db: Database['db'], now: () => Date) {
  const { outbound } = aCtx(db)
  const tokens = createTokens({ db, now, identity: testIdentity, vault: testVault, outbound, generate })
  return {
    ...tokens,
    issue: async () => (await tokens.issue(claims)).token,
    published: async () => (await tokens.jwks()).keys.map(({ kid }) => kid),
  }
}

const keyOf = (token: string) => decodeProtectedHeader(token).kid

describe('the signing key', () => {
  test('is replaced after thirty days, and published before it signs', async () => {
    const { db } = await aDatabaseWithoutKey()
    const clock = aClock()
    const one = aProcess(db, clock.now)
    const other = aProcess(db, clock.now)
    const first = keyOf(await one.issue())
    expect(keyOf(await other.issue())).toBe(first)
    expect(await one.published()).toEqual([first])

    clock.pass(30 * DAY_MS - HOUR_MS)
    expect(keyOf(await one.issue())).toBe(first)
    expect(await one.published()).toHaveLength(1)

    clock.pass(2 * HOUR_MS)
    const old = await one.issue()
    expect(keyOf(old)).toBe(first)
    const [second] = await one.published()
    expect(await one.published()).toEqual([second, first])
    expect(second).not.toBe(first)

    // The other process has the key before either signs with it.
    clock.pass(6 * MINUTE_MS)
    expect(await other.published()).toEqual([second, first])
    expect(keyOf(await one.issue())).toBe(first)
    clock.pass(5 * MINUTE_MS)
    const fresh = await one.issue()
    expect(keyOf(fresh)).toBe(second)
    expect(keyOf(await other.issue())).toBe(second)

    // Both processes verify tokens signed by either, before and after.
    for (const process of [one, other, aProcess(db, clock.now)]) {
      for (const token of [old, fresh]) expect(await process.verify(token)).toMatchObject({ sub: 'someone' })
    }
    clock.pass(HOUR_MS)
    await expect(one.verify(old)).rejects.toMatchObject({ code: 'user-token-expired' })
  })

  test('is deleted long after its last token has expired', async () => {
    const { db } = await aDatabaseWithoutKey()
    const clock = aClock()
    const one = aProcess(db, clock.now)
    const first = keyOf(await one.issue())
    clock.pass(30 * DAY_MS + HOUR_MS)
    await one.issue()
    clock.pass(30 * DAY_MS + HOUR_MS)
    const last = await one.issue()
    const left = await one.published()
    expect(left).toHaveLength(2)
    expect(left).not.toContain(first)
    expect(left).toContain(keyOf(last))
  })

  test('is created once when many processes start concurrently', async () => {
    const { db } = await aDatabaseWithoutKey()
    const clock = aClock()
    const processes = Array.from({ length: 3 }, () => aProcess(db, clock.now))
    const tokens = await Promise.all(processes.map(({ issue }) => issue()))
    expect(new Set(tokens.map(keyOf)).size).toBe(1)
    for (const { verify } of processes) {
      for (const token of tokens) expect(await verify(token)).toMatchObject({ sub: 'someone' })
    }
    expect(await db.selectFrom('signingKey').select('id').execute()).toHaveLength(1)
  })

  test('is found at once by a process that has seen an empty list', async () => {
    const { db } = await aDatabaseWithoutKey()
    const clock = aClock()
    const [early, late] = [aProcess(db, clock.now), aProcess(db, clock.now)]
    expect(await early.published()).toEqual([])
    expect(await early.verify(await late.issue())).toMatchObject({ sub: 'someone' })
  })
})

test('an unknown key is looked up, regardless of clock drift', async () => {
  const { db } = await aDatabaseWithoutKey()
  const [slow, fast] = [aClock(), aClock()]
  const [one, other] = [aProcess(db, slow.now), aProcess(db, fast.now)]
  const first = keyOf(await one.issue())
  await other.rotate({ force: true })
  fast.pass(11 * MINUTE_MS)
  slow.pass(MINUTE_MS)
  const token = await other.issue()
  expect(keyOf(token)).not.toBe(first)
  expect(await one.published()).toEqual([first])
  expect(await one.verify(token)).toMatchObject({ sub: 'someone' })
})

test('two apps on one database accept each other’s tokens and publish the same keys', async () => {
  const [one, other] = [await anApp(database), await anApp(database)]
  const person = await aPerson(database.db)
  for (const [signs, verifies] of [
    [one, other],
    [other, one],
  ] as const) {
    const { bearer } = await aSession(database.db, person, signs.ctx)
    const idToken = bearer.slice('Bearer '.length)
    expect((await post(verifies, '/v1/accounts:lookup', { idToken })).status).toBe(200)
    const keys = createRemoteJWKSet(new URL(`${verifies.url}/.well-known/jwks.json`))
    expect((await jwtVerify(idToken, keys)).payload.sub).toBe(decodeJwt(idToken).sub)
  }
})
