import {
  EmailAuthProvider,
  createUserWithEmailAndPassword,
  deleteUser,
  linkWithCredential,
  reauthenticateWithCredential,
  revokeAccessToken,
  signInAnonymously,
  signInWithEmailAndPassword,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
} from 'firebase/auth'
import { beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import { setUserDisabled, findAccount, signOutUser } from '#server/identity/manage-users.ts'
import type { Database } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { anArticle } from '#test/articles.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { aClient, anEmail, refusedWith } from '#test/firebase-client.ts'
import { post, refresh } from '#test/firebase-auth.ts'
import { PASSWORD, aPerson } from '#test/people.ts'

const NEW_PASSWORD = 'another horse entirely'

const clock = aClock()
let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database, {}, clock.now)
})

async function aUser({ email }: { email: string }, password = PASSWORD) {
  const auth = aClient(app)
  const { user } = await signInWithEmailAndPassword(auth, email, password)
  return { auth, user }
}

const accountOf = (uid: string) =>
  database.db.selectFrom('account').selectAll().where('uid', '=', uid).executeTakeFirst()

describe('a session', () => {
  test('is extended by refreshing, an hour at a time, and keeps its sign-in time', async () => {
    const { user } = await aUser(await aPerson(database.db))
    const first = await user.getIdTokenResult()
    const { refreshToken } = user
    clock.pass(50 * MINUTE_MS)
    const second = await user.getIdTokenResult(true)
    expect(second.token).not.toBe(first.token)
    expect(second.claims['auth_time']).toBe(first.claims['auth_time'])
    for (const { claims } of [first, second]) expect(Number(claims.exp) - Number(claims.iat)).toBe(3600)
    expect(Number(second.claims.iat) - Number(first.claims.iat)).toBeGreaterThanOrEqual((50 * MINUTE_MS) / SECOND_MS)
    // Several tabs may share it.
    expect(user.refreshToken).toBe(refreshToken)
  })

  test('ends with “sign out everywhere”, and the client signs itself out', async () => {
    const person = await aPerson(database.db)
    const { auth, user } = await aUser(person)
    await signOutUser(app.ctx, await findAccount(app.ctx, person.uid))
    await expect(user.getIdToken(true)).rejects.toMatchObject(refusedWith('user-token-expired'))
    expect(auth.currentUser).toBeNull()
  })

  test('of a disabled account ends, and a new sign-in is refused', async () => {
    const person = await aPerson(database.db)
    const { auth, user } = await aUser(person)
    const other = await aUser(person)
    await setUserDisabled(app.ctx, await findAccount(app.ctx, person.uid), true)
    await expect(user.getIdToken(true)).rejects.toMatchObject(refusedWith('user-disabled'))
    expect(auth.currentUser).toBeNull()
    await expect(other.user.reload()).rejects.toMatchObject(refusedWith('user-disabled'))
    expect(other.auth.currentUser).toBeNull()
    await expect(aUser(person)).rejects.toMatchObject(refusedWith('user-disabled'))
    await expect(aUser(person, 'a wrong password')).rejects.toMatchObject(refusedWith('invalid-credential'))

    await setUserDisabled(app.ctx, await findAccount(app.ctx, person.uid), false)
    expect((await aUser(person)).user.uid).toBe(person.uid)
  })
})

describe('the profile', () => {
  test('is returned, stored and cleared field by field', async () => {
    const person = await aPerson(database.db)
    const { user } = await aUser(person)
    await updateProfile(user, { displayName: 'Ada L.', photoURL: 'https://pictures.example/ada.png' })
    expect(user).toMatchObject({ displayName: 'Ada L.', photoURL: 'https://pictures.example/ada.png' })
    expect(user.providerData[0]).toMatchObject({ displayName: 'Ada L.' })
    expect((await user.getIdTokenResult(true)).claims).toMatchObject({
      name: 'Ada L.',
      picture: 'https://pictures.example/ada.png',
    })
    const shown = await database.db.selectFrom('person').select('name').where('id', '=', person.id).executeTakeFirst()
    expect(shown).toEqual({ name: 'Ada L.' })

    await updateProfile(user, { displayName: 'Ada' })
    expect(user).toMatchObject({ displayName: 'Ada', photoURL: 'https://pictures.example/ada.png' })
    await updateProfile(user, { photoURL: '' })
    expect(user).toMatchObject({ displayName: 'Ada', photoURL: null })
    await updateProfile(user, { displayName: '' })
    await user.reload()
    expect(user).toMatchObject({ displayName: null, photoURL: null })
  })

  test('accepts null as empty, and refuses a javascript: URL', async () => {
    const { user } = await aUser(await aPerson(database.db))
    await updateProfile(user, { displayName: 'Ada', photoURL: 'https://pictures.example/ada.png' })
    await expect(updateProfile(user, { photoURL: 'javascript:alert(1)' })).rejects.toThrow('auth/invalid-request')
    await updateProfile(user, { displayName: null, photoURL: null })
    await user.reload()
    expect(user).toMatchObject({ displayName: null, photoURL: null })
  })
})

describe('the password', () => {
  test('can be changed, which renews this session and ends the others', async () => {
    const person = await aPerson(database.db)
    const here = await aUser(person)
    const there = await aUser(person)
    const before = here.user.refreshToken
    await updatePassword(here.user, NEW_PASSWORD)
    expect(here.user.refreshToken).not.toBe(before)
    expect(await here.user.getIdToken(true)).toBeTruthy()
    await expect(there.user.getIdToken(true)).rejects.toMatchObject(refusedWith('user-token-expired'))
    expect(there.auth.currentUser).toBeNull()
    await expect(aUser(person)).rejects.toMatchObject(refusedWith('invalid-credential'))
    expect((await aUser(person, NEW_PASSWORD)).user.uid).toBe(person.uid)
  })

  test('cannot be changed long after sign-in, or to one that the policy refuses', async () => {
    const person = await aPerson(database.db)
    const { user } = await aUser(person)
    await expect(updatePassword(user, 'short')).rejects.toMatchObject(
      refusedWith('password-does-not-meet-requirements'),
    )
    clock.pass(6 * MINUTE_MS)
    await expect(updatePassword(user, NEW_PASSWORD)).rejects.toMatchObject(refusedWith('requires-recent-login'))
    await expect(deleteUser(user)).rejects.toMatchObject(refusedWith('requires-recent-login'))
    await expect(unlink(user, 'password')).rejects.toMatchObject(refusedWith('requires-recent-login'))
    expect(user.refreshToken).toBeTruthy()

    const wrong = EmailAuthProvider.credential(person.email, 'a wrong password')
    await expect(reauthenticateWithCredential(user, wrong)).rejects.toMatchObject(refusedWith('invalid-credential'))
    const { claims } = await user.getIdTokenResult()
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(person.email, PASSWORD))
    const again = await user.getIdTokenResult()
    expect(Number(again.claims['auth_time'])).toBeGreaterThan(Number(claims['auth_time']))
    await updatePassword(user, NEW_PASSWORD)
    expect((await aUser(person, NEW_PASSWORD)).user.uid).toBe(person.uid)
  })

  test('of another account does not reauthenticate', async () => {
    const { user } = await aUser(await aPerson(database.db))
    const other = EmailAuthProvider.credential((await aPerson(database.db)).email, PASSWORD)
    await expect(reauthenticateWithCredential(user, other)).rejects.toMatchObject(refusedWith('user-mismatch'))
  })

  test('requires an email address', async () => {
    const { user } = await signInAnonymously(aClient(app))
    await expect(updatePassword(user, NEW_PASSWORD)).rejects.toMatchObject(refusedWith('missing-email'))
    expect(await accountOf(user.uid)).toMatchObject({ passwordHash: null })
  })
})

describe('linking', () => {
  test('is allowed for an anonymous account at any time after sign-in', async () => {
    const auth = aClient(app)
    const { user } = await signInAnonymously(auth)
    clock.pass(30 * MINUTE_MS)
    await linkWithCredential(user, EmailAuthProvider.credential(anEmail(), PASSWORD))
    expect(user.isAnonymous).toBe(false)
  })

  test('cannot change the password or address of another account', async () => {
    const person = await aPerson(database.db)
    const { user } = await aUser(person)
    const idToken = await user.getIdToken()
    const link = async (email: string) =>
      (
        await app.get('/v1/accounts:signUp?key=any', {
          method: 'POST',
          body: JSON.stringify({ idToken, email, password: NEW_PASSWORD }),
        })
      ).json()
    expect(await link(anEmail())).toMatchObject({ error: { message: 'OPERATION_NOT_ALLOWED' } })
    clock.pass(6 * MINUTE_MS)
    expect(await link(person.email)).toMatchObject({ error: { message: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } })
    expect((await aUser(person)).user.uid).toBe(person.uid)
  })

  test('can be undone while another sign-in method is left', async () => {
    const person = await aPerson(database.db)
    const linked = { providerId: 'oidc.elsewhere', rawId: person.handle, uid: person.uid }
    await database.db.insertInto('accountProvider').values(linked).execute()
    const { user } = await aUser(person)
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password', 'oidc.elsewhere'])
    expect((await user.getIdTokenResult()).claims['firebase']).toMatchObject({
      identities: { 'email': [person.email], 'oidc.elsewhere': [person.handle] },
    })
    await unlink(user, 'password')
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['oidc.elsewhere'])
    await expect(aUser(person)).rejects.toMatchObject(refusedWith('invalid-credential'))
    await expect(unlink(user, 'password')).rejects.toMatchObject(refusedWith('no-such-provider'))

    const { user: lonely } = await createUserWithEmailAndPassword(aClient(app), anEmail(), PASSWORD)
    await expect(unlink(lonely, 'password')).rejects.toMatchObject(refusedWith('operation-not-allowed'))
  })
})

test('an email address is not changed without confirming the new one', async () => {
  const person = await aPerson(database.db)
  const { user } = await aUser(person)
  await expect(updateEmail(user, anEmail())).rejects.toMatchObject(refusedWith('operation-not-allowed'))
  await user.reload()
  expect(user.email).toBe(person.email)
})

describe('revoking a token', () => {
  test('ends the session of a refresh token, once and for all', async () => {
    const person = await aPerson(database.db)
    const { auth, user } = await aUser(person)
    const { user: other } = await aUser(person)
    const idToken = await other.getIdToken()
    await revokeAccessToken(auth, other.refreshToken)
    await revokeAccessToken(auth, other.refreshToken)
    const form = { grant_type: 'refresh_token', refresh_token: other.refreshToken }
    expect((await refresh(app, form)).message).toBe('TOKEN_EXPIRED')
    expect((await post(app, '/v1/accounts:lookup', { idToken })).message).toBe('TOKEN_EXPIRED')
    await expect(user.getIdToken(true)).resolves.toBeTruthy()
  })

  test('needs no ID token, but refuses one of another account', async () => {
    const { user } = await aUser(await aPerson(database.db))
    const { user: stranger } = await aUser(await aPerson(database.db))
    const revoke = (more: object) => post(app, '/v2/accounts:revokeToken', { token: user.refreshToken, ...more })
    expect((await revoke({ idToken: await stranger.getIdToken() })).message).toBe('INVALID_ID_TOKEN')
    await expect(user.getIdToken(true)).resolves.toBeTruthy()
    expect(await revoke({ tokenType: 'REFRESH_TOKEN' })).toMatchObject({ status: 200, text: '{}' })
    await expect(user.getIdToken(true)).rejects.toMatchObject(refusedWith('user-token-expired'))
  })

  test('refuses a token that is not from here, and a provider that is not linked', async () => {
    const { auth } = await aUser(await aPerson(database.db))
    await expect(revokeAccessToken(auth, 'unknown')).rejects.toMatchObject(refusedWith('operation-not-allowed'))
    expect((await post(app, '/v2/accounts:revokeToken', { token: 'unknown' })).message).toBe('INVALID_ID_TOKEN')
    expect((await post(app, '/v2/accounts:revokeToken', {})).message).toContain('INVALID_REQUEST')
  })
})

describe('deleting an account', () => {
  test('anonymizes the person, trashes their stories and ends every session', async () => {
    const author = await aPerson(database.db, 'author', { name: 'Ada Lovelace' })
    const story = await anArticle(database.db, author.id)
    expect((await app.get(`/story/${story.slug}`)).status).toBe(200)
    const here = await aUser(author)
    const there = await aUser(author)
    await deleteUser(here.user)
    expect(here.auth.currentUser).toBeNull()
    await expect(there.user.getIdToken(true)).rejects.toMatchObject(refusedWith('user-token-expired'))
    expect(there.auth.currentUser).toBeNull()
    await expect(aUser(author)).rejects.toMatchObject(refusedWith('invalid-credential'))
    expect(await accountOf(author.uid)).toBeUndefined()
    const left = await database.db.selectFrom('person').selectAll().where('id', '=', author.id).executeTakeFirst()
    expect(left).toMatchObject({ uid: null, name: 'Deleted user', about: '', avatar: null, storyCount: 0 })
    expect(left?.handle).toMatch(/^gone-/)
    expect(await stateOf(story.id)).toBe('trashed')
    expect((await app.get(`/story/${story.slug}`)).status).toBe(404)
    // The address is free again, and signing up with it creates a new user.
    const { user } = await createUserWithEmailAndPassword(aClient(app), author.email, PASSWORD)
    expect(user.uid).not.toBe(author.uid)
  })

  test('is refused for the last admin', async () => {
    const admin = await aPerson(database.db, 'admin')
    const { user } = await aUser(admin)
    await expect(deleteUser(user)).rejects.toMatchObject(refusedWith('admin-restricted-operation'))
    expect(await accountOf(admin.uid)).toBeDefined()
  })

  const stateOf = async (id: string) =>
    (await database.db.selectFrom('article').select('state').where('id', '=', id).executeTakeFirst())?.state
})
