import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db.ts'
import { aDatabase } from '#test/database.ts'
import { mailedCode } from '#test/mail.ts'
import { PASSWORD, type TestPerson, aCtx, aPerson, aSession } from '#test/people.ts'
import { changePassword } from './manage-account.ts'
import {
  applyCode,
  sendEmailChange,
  sendPasswordReset,
  resetPassword,
  signInWithLink,
  sendSignInLink,
} from './email-actions.ts'
import { linkIdentity, signInWithIdentity } from './provider-sign-in.ts'
import type { Identity } from './providers.ts'
import { findAccountByUid } from './find-accounts.ts'
import { holderOfRefreshToken } from './token-rotation.ts'
import { endSessions } from './sessions.ts'
import { signInWithPassword } from './sign-in.ts'

let database: Database
beforeAll(async () => {
  database = await aDatabase()
})

const ctx = () => aCtx(database.db)
const code = (email: string, kind: string) => mailedCode(database.db, email, kind)

async function holderOf(person: TestPerson) {
  const { refreshToken } = await aSession(database.db, person)
  return holderOfRefreshToken(ctx(), refreshToken)
}

test('a password change that started before its session ended changes nothing', async () => {
  const person = await aPerson(database.db)
  const holder = await holderOf(person)
  const before = await findAccountByUid(database.db, person.uid)
  await endSessions(ctx(), person.uid)
  const change = changePassword(ctx(), holder, 'the thief’s own')
  await expect(change).rejects.toMatchObject({ code: 'user-token-expired' })
  expect((await findAccountByUid(database.db, person.uid))?.passwordHash).toBe(before?.passwordHash)
})

test('the person who confirms the address by email keeps it, whatever a stranger started before', async () => {
  const person = await aPerson(database.db)
  await database.db.updateTable('account').set({ emailVerified: false }).where('uid', '=', person.uid).execute()
  const stranger = await holderOf(person)
  await sendSignInLink(ctx(), person.email, null)
  const link = await code(person.email, 'sign-in')
  const [change, entry] = await Promise.allSettled([
    changePassword(ctx(), stranger, 'the thief’s own'),
    signInWithLink(ctx(), { email: person.email, code: link }),
  ])
  expect(entry.status).toBe('fulfilled')
  if (change.status === 'fulfilled')
    return expect((await findAccountByUid(database.db, person.uid))?.passwordHash).toBeNull()
  expect(change.reason).toMatchObject({ code: 'user-token-expired' })
})

test('the old password does not sign in after a reset, even if it was being verified', async () => {
  const person = await aPerson(database.db)
  await sendPasswordReset(ctx(), person.email)
  const reset = await code(person.email, 'reset')
  const [outcome, changed] = await Promise.allSettled([
    signInWithPassword(ctx(), { email: person.email, password: PASSWORD }),
    resetPassword(ctx(), { code: reset, password: 'a better password' }),
  ])
  expect(changed.status).toBe('fulfilled')
  const live = await database.db
    .selectFrom('session')
    .select('id')
    .where('uid', '=', person.uid)
    .where('endedAt', 'is', null)
    .execute()
  expect(outcome.status === 'rejected' || live.length === 0).toBe(true)
  expect(live).toEqual([])
})

test('an address that was restored cannot be changed back with the thief’s link', async () => {
  const person = await aPerson(database.db)
  const [b, c] = [`b-${person.handle}@example.com`, `c-${person.handle}@example.com`]
  for (const [from, to] of [
    [person.email, b],
    [b, c],
  ] as const) {
    const holder = await holderOf(person)
    expect(holder.account.email).toBe(from)
    await sendEmailChange(ctx(), holder, to)
    await applyCode(ctx(), await code(to, 'change'))
  }
  const [owners, thiefs] = [await code(person.email, 'recover'), await code(b, 'recover')]
  await applyCode(ctx(), owners)
  await expect(applyCode(ctx(), thiefs)).rejects.toMatchObject({ code: 'invalid-action-code' })
  expect((await findAccountByUid(database.db, person.uid))?.email).toBe(person.email)
})

test('signing out everywhere else also cancels pending address changes', async () => {
  const person = await aPerson(database.db)
  const holder = await holderOf(person)
  await sendEmailChange(ctx(), holder, `new-${person.handle}@example.com`)
  await endSessions(ctx(), person.uid, holder.session.id)
  const begun = await code(`new-${person.handle}@example.com`, 'change')
  await expect(applyCode(ctx(), begun)).rejects.toMatchObject({ code: 'invalid-action-code' })
})

function anIdentity(change: Partial<Identity>): Identity {
  const names = { name: null, firstName: null, lastName: null, photoUrl: null }
  const tokens = { claims: {}, idToken: null, accessToken: null }
  const from = { providerId: 'oidc.test', issuer: 'https://id.example', rawId: 'ada' }
  return { ...from, email: null, emailVerified: false, ...names, ...tokens, ...change }
}

test('linking a provider requires a recent sign-in', async () => {
  const person = await aPerson(database.db)
  const holder = await holderOf(person)
  const identity = anIdentity({ rawId: person.handle })
  const later = { ...ctx(), now: () => new Date(Date.now() + 30 * 60_000) }
  await expect(linkIdentity(later, holder, identity)).rejects.toMatchObject({ code: 'requires-recent-login' })
  expect(await linkIdentity(ctx(), holder, identity)).toMatchObject({ kind: 'signed-in' })
})

test('an identity of another issuer does not sign in to the account of the first, and replaces its link', async () => {
  const person = await aPerson(database.db)
  const first = anIdentity({ rawId: '2', issuer: 'https://first.example' })
  const second = { ...first, issuer: 'https://second.example' }
  const uidOf = async (identity: Identity) => {
    const result = await signInWithIdentity(ctx(), identity, { autoCreate: false })
    return result.kind === 'signed-in' ? result.account.uid : null
  }
  await linkIdentity(ctx(), await holderOf(person), first)
  expect(await uidOf(first)).toBe(person.uid)
  await expect(uidOf(second)).rejects.toMatchObject({ code: 'user-not-found' })
  // The provider has moved to the second issuer, which has verified the address of the account.
  await signInWithIdentity(ctx(), { ...second, rawId: '7', email: person.email, emailVerified: true })
  expect(await uidOf({ ...second, rawId: '7' })).toBe(person.uid)
  await expect(uidOf(first)).rejects.toMatchObject({ code: 'user-not-found' })
})

test('a link that is older than issuers belongs to the issuer that uses it first', async () => {
  const person = await aPerson(database.db)
  const link = { providerId: 'oidc.old', rawId: 'old' }
  await database.db
    .insertInto('accountProvider')
    .values({ ...link, uid: person.uid })
    .execute()
  const first = anIdentity({ ...link, issuer: 'https://first.example' })
  expect(await signInWithIdentity(ctx(), first, { autoCreate: false })).toMatchObject({ kind: 'signed-in' })
  const second = { ...first, issuer: 'https://second.example' }
  const late = signInWithIdentity(ctx(), second, { autoCreate: false })
  await expect(late).rejects.toMatchObject({ code: 'user-not-found' })
})
