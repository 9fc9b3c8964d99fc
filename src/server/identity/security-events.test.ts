import { beforeAll, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { PASSWORD, aCtx, aPerson } from '#test/people.ts'
import { listAudit } from '#server/audit/list.ts'
import type { Db } from '#server/platform/db.ts'
import { findAccountByUid } from './find-accounts.ts'
import { changePassword, signOutOtherSessions } from './manage-account.ts'
import { signInWithPassword } from './sign-in.ts'
import type { Holder } from './sessions.ts'

let db: Db
beforeAll(async () => {
  db = (await aDatabase()).db
})

const target = (id: string) => ({ target: `person:${id}`, limit: 20 })

async function actionsOn(id: string) {
  return (await listAudit(aCtx(db), target(id))).items.map(({ action }) => action)
}

async function signIn({ email, uid }: { email: string; uid: string }): Promise<Holder> {
  const result = await signInWithPassword(aCtx(db), { email, password: PASSWORD })
  const account = await findAccountByUid(db, uid)
  if (result.kind !== 'signed-in' || !account) throw new Error('not signed in')
  return { account, session: result.session }
}

test('a sign-in and a failed one are recorded, with the method and without the address', async () => {
  const person = await aPerson(db)
  await signIn(person)
  await expect(signInWithPassword(aCtx(db), { email: person.email, password: 'wrong one' })).rejects.toMatchObject({
    code: 'invalid-credential',
  })
  const { items } = await listAudit(aCtx(db), target(person.id))
  expect(items).toMatchObject([
    { action: 'account.sign-in-failed', outcome: 'refused', actor: null, after: { method: 'password' } },
    { action: 'account.signed-in', actor: { id: person.id }, after: { method: 'password', twoStep: false } },
  ])
  expect(JSON.stringify(items)).not.toContain(person.email)
})

test('a failed sign-in with an unknown address is recorded without a target', async () => {
  const before = (await listAudit(aCtx(db), { action: 'account.sign-in-failed', limit: 100 })).items.length
  await expect(signInWithPassword(aCtx(db), { email: 'unknown@example.com', password: 'any' })).rejects.toMatchObject({
    code: 'invalid-credential',
  })
  const { items } = await listAudit(aCtx(db), { action: 'account.sign-in-failed', limit: 100 })
  expect(items).toHaveLength(before + 1)
  expect(items[0]).toMatchObject({ target: null, actor: null })
})

test('changing the password and ending sessions are recorded once each', async () => {
  const person = await aPerson(db)
  const holder = await signIn(person)
  const changed = await changePassword(aCtx(db), holder, 'another correct horse')
  expect(await actionsOn(person.id)).toEqual(['account.password-changed', 'account.signed-in'])
  if (changed.kind !== 'signed-in') throw new Error('not signed in')
  const signedIn = { sessionId: changed.session.id, at: new Date() }
  await signOutOtherSessions({ ...aCtx(db), viewer: person, signedIn })
  expect((await actionsOn(person.id))[0]).toBe('account.sessions-ended')
})
