import { decodeProtectedHeader } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'
import { aClock } from '#test/clock.ts'
import { aDatabaseWithoutKey } from '#test/database.ts'
import { testIdentity } from '#test/people.ts'
import { createTokens } from './tokens.ts'

let db: Db
let clock: ReturnType<typeof aClock>
beforeEach(async () => {
  db = (await aDatabaseWithoutKey()).db
  clock = aClock()
})

/** Each has a memory of its own, as processes have. */
const aProcess = (identity = testIdentity) => createTokens({ db, now: clock.now, identity })
const claims = { sub: 'ada', auth_time: 1 }
const kidOf = (token: string) => decodeProtectedHeader(token).kid

test('processes that start at once sign with one key, and believe each other', async () => {
  const processes = [aProcess(), aProcess(), aProcess()]
  await Promise.all(processes.map((one) => one.ready()))
  expect(await db.selectFrom('signingKey').select('id').execute()).toHaveLength(1)
  const tokens = await Promise.all(processes.map((one) => one.issue(claims)))
  expect(new Set(tokens.map(({ token }) => kidOf(token))).size).toBe(1)
  for (const { token } of tokens) {
    for (const one of processes) expect((await one.verify(token)).sub).toBe('ada')
  }
})

test('a new key is published before it signs, and the tokens of the old one stay good', async () => {
  const [one, other] = [aProcess(), aProcess()]
  const before = await one.issue(claims)
  clock.pass(11 * MINUTE_MS)
  await one.rotate({ force: true })
  expect((await one.jwks()).keys).toHaveLength(2)
  expect(kidOf((await one.issue(claims)).token)).toBe(kidOf(before.token))
  clock.pass(11 * MINUTE_MS)
  const after = await one.issue(claims)
  expect(kidOf(after.token)).not.toBe(kidOf(before.token))
  for (const { token } of [before, after]) expect((await other.verify(token)).sub).toBe('ada')
})

test('a key is replaced after a month and forgotten after two', async () => {
  const one = aProcess()
  const first = kidOf((await one.issue(claims)).token)
  clock.pass(31 * 24 * HOUR_MS)
  await one.issue(claims)
  clock.pass(31 * 24 * HOUR_MS)
  await one.issue(claims)
  const kids = (await aProcess().jwks()).keys.map(({ kid }) => kid)
  expect(kids).toHaveLength(2)
  expect(kids).not.toContain(first)
})

test('only the public half of a key is published', async () => {
  const one = aProcess()
  await one.ready()
  expect((await one.jwks()).keys).toEqual([
    { kty: 'RSA', n: expect.any(String), e: 'AQAB', kid: expect.any(String), alg: 'RS256', use: 'sig' },
  ])
})

test('a token for another project or of another issuer is not believed, though the keys are the same', async () => {
  const { token } = await aProcess().issue(claims)
  for (const other of [{ projectId: 'another' }, { issuer: 'https://another.example' }]) {
    await expect(aProcess({ ...testIdentity, ...other }).verify(token)).rejects.toMatchObject({
      code: 'invalid-user-token',
    })
  }
})
