import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/platform/db.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, testIdentity } from '#test/people.ts'
import { testVault } from '#test/vault.ts'
import { createTokens } from './tokens.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const aProcess = (identity = testIdentity) =>
  createTokens({ db, now: () => new Date(), identity, vault: testVault, outbound: aCtx(db).outbound })
const claims = { sub: 'ada', auth_time: 1 }

test('only the public half of a key is published', async () => {
  const one = aProcess()
  await one.ready()
  expect((await one.jwks()).keys).toEqual([
    { kty: 'RSA', n: expect.any(String), e: 'AQAB', kid: expect.any(String), alg: 'RS256', use: 'sig' },
  ])
})

test('a token for another project or from another issuer is refused, even with the same keys', async () => {
  const { token } = await aProcess().issue(claims)
  for (const other of [{ projectId: 'another' }, { issuer: 'https://another.example' }]) {
    await expect(aProcess({ ...testIdentity, ...other }).verify(token)).rejects.toMatchObject({
      code: 'invalid-user-token',
    })
  }
})
