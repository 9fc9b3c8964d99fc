import { beforeEach, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { PASSWORD, aCtx, aPerson, testSite } from '#test/people.ts'
import type { Db } from '#server/platform/db.ts'
import { identify } from './identify.ts'
import { createSetupLink, setUp, setUpFromConfig } from './setup.ts'
import { signInWithPassword } from './sign-in.ts'

let db: Db
beforeEach(async () => {
  db = (await aDatabase()).db
})

const sign = { email: 'ada@example.com', password: PASSWORD }

async function aToken(now = new Date()) {
  const link = await createSetupLink(db, testSite, now)
  return new URL(link ?? '').hash.replace('#setup=', '')
}

test('the link makes its user the admin and signs them in', async () => {
  let cookie: string | null = null
  const session = { ...aCtx(db).session, replace: (token: string | null) => void (cookie = token) }
  const ctx = aCtx(db, { session })
  const { viewer, isNew } = await setUp(ctx, { token: await aToken(), name: 'Ada', handle: 'ada', ...sign })
  expect(viewer).toMatchObject({ name: 'Ada', role: 'admin' })
  expect(isNew).toBe(true)
  const found = await identify({ ...ctx, session: { ...session, token: cookie } }, true)
  expect(found?.viewer).toEqual(viewer)
})

test('the secret is in the URL fragment, which is not logged', async () => {
  expect(await createSetupLink(db, testSite, new Date())).toMatch(/^http:\/\/localhost\/admin\/auth#setup=[\w-]{43}$/)
  const inHashMode = await createSetupLink(db, { ...testSite, mode: 'hash', base: '/blog/' }, new Date())
  expect(inHashMode).toMatch(/^http:\/\/localhost\/blog\/#\/admin\/auth\?setup=[\w-]{43}$/)
})

test('of two concurrent set-ups, one creates the admin', async () => {
  const tokens = [await aToken(), await aToken()]
  const outcomes = await Promise.allSettled(
    tokens.map((token, index) => setUp(aCtx(db), { token, name: 'X', handle: `admin-${index}`, ...sign })),
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'already-set-up' } })
  expect(await createSetupLink(db, testSite, new Date())).toBeNull()
})

test('a used, unknown or expired link is refused', async () => {
  const old = await aToken(new Date(Date.now() - 25 * 3_600_000))
  for (const token of [old, 'invented']) {
    await expect(setUp(aCtx(db), { token, name: 'X', handle: 'xyz', ...sign })).rejects.toMatchObject({
      code: 'link-expired',
    })
  }
  expect(await db.selectFrom('person').selectAll().execute()).toEqual([])
})

test('a taken or reserved handle is refused, and the link still works', async () => {
  const token = await aToken()
  await aPerson(db, 'reader', { handle: 'grace-2' })
  for (const handle of ['grace-2', 'bookmarks', 'admin']) {
    await expect(setUp(aCtx(db), { token, name: 'X', handle, ...sign })).rejects.toMatchObject({ code: 'handle-taken' })
  }
  expect(await setUp(aCtx(db), { token, name: 'X', handle: 'grace', ...sign })).toMatchObject({
    viewer: { role: 'admin' },
  })
})

test('only hashes of secrets are stored', async () => {
  const token = await aToken()
  let cookie = ''
  await setUp(
    aCtx(db, {
      session: { ...aCtx(db).session, replace: (given) => void (cookie = given ?? '') },
    }),
    {
      token,
      name: 'Ada',
      handle: 'ada',
      ...sign,
    },
  )
  const rows = JSON.stringify(await db.selectFrom('session').selectAll().execute())
  expect(rows).not.toContain(cookie)
  expect(cookie).toHaveLength(108)
})

test('an admin from the environment is created once, can sign in, and set-up links are deleted', async () => {
  await aToken()
  expect(await setUpFromConfig(aCtx(db), sign)).toBe(true)
  expect(await createSetupLink(db, testSite, new Date())).toBeNull()
  expect(await db.selectFrom('setupLink').selectAll().execute()).toEqual([])
  const entry = await signInWithPassword(aCtx(db), sign)
  expect(entry).toMatchObject({ kind: 'signed-in', account: { email: sign.email, emailVerified: true } })
  const people = await db.selectFrom('person').selectAll().execute()
  expect(people).toEqual([expect.objectContaining({ uid: entry.account.uid, role: 'admin' })])

  // A later start, with another password, changes nothing.
  expect(await setUpFromConfig(aCtx(db), { ...sign, password: 'another password' })).toBe(false)
  expect(await db.selectFrom('person').selectAll().execute()).toEqual(people)
  await expect(signInWithPassword(aCtx(db), { ...sign, password: 'another password' })).rejects.toMatchObject({
    code: 'invalid-credential',
  })
})

test('of two concurrent starts, one creates the admin and neither fails', async () => {
  const outcomes = await Promise.all([setUpFromConfig(aCtx(db), sign), setUpFromConfig(aCtx(db), sign)])
  expect(outcomes.toSorted()).toEqual([false, true])
})
