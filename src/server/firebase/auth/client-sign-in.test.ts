import {
  EmailAuthProvider,
  createUserWithEmailAndPassword,
  fetchSignInMethodsForEmail,
  getAdditionalUserInfo,
  linkWithCredential,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  validatePassword,
} from 'firebase/auth'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { aDatabase } from '#test/database.ts'
import { aClient, anEmail, refusedWith } from '#test/firebase-client.ts'
import { PASSWORD, aPerson } from '#test/people.ts'
import { patiently } from '#test/patiently.ts'

let database: Database
let app: TestApp
let revealing: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  revealing = await anApp(database, { PROTECT_EMAILS: 'no' })
})

const personOf = (uid: string) => database.db.selectFrom('person').selectAll().where('uid', '=', uid).executeTakeFirst()

describe('signing up', () => {
  test('creates an account, a person and a session', async () => {
    const auth = aClient(app)
    const email = anEmail()
    const made = await createUserWithEmailAndPassword(auth, email.toUpperCase(), PASSWORD)
    const { user } = made
    expect(getAdditionalUserInfo(made)?.isNewUser).toBe(true)
    expect(user).toMatchObject({ email, emailVerified: false, isAnonymous: false, displayName: null, photoURL: null })
    expect(user.uid).toMatch(/^[A-Za-z0-9]{28}$/)
    expect(user.providerData).toEqual([
      { providerId: 'password', uid: email, email, displayName: null, photoURL: null, phoneNumber: null },
    ])
    expect(Date.parse(user.metadata.creationTime ?? '')).toBeCloseTo(Date.now(), -5)
    expect(Date.parse(user.metadata.lastSignInTime ?? '')).toBeCloseTo(Date.now(), -5)
    expect(await personOf(user.uid)).toMatchObject({ role: 'reader', welcomedAt: null })

    const { claims, signInProvider } = await user.getIdTokenResult()
    expect(signInProvider).toBe('password')
    expect(claims).toMatchObject({
      aud: 'bramble',
      iss: 'http://localhost:3000',
      sub: user.uid,
      user_id: user.uid,
      email,
      email_verified: false,
      firebase: { sign_in_provider: 'password', identities: { email: [email] } },
    })
  })

  test('is refused for a taken or invalid address, and without a password', async () => {
    const { email } = await aPerson(database.db)
    const auth = aClient(app)
    const signUp = (address: string, password = PASSWORD) => createUserWithEmailAndPassword(auth, address, password)
    await expect(signUp(email)).rejects.toMatchObject(refusedWith('email-already-in-use'))
    await expect(signUp('not an address')).rejects.toMatchObject(refusedWith('invalid-email'))
    await expect(signUp('', PASSWORD)).rejects.toMatchObject(refusedWith('missing-email'))
    await expect(signUp(anEmail(), '')).rejects.toMatchObject(refusedWith('missing-password'))
    expect(auth.currentUser).toBeNull()
  })

  test('of two concurrent sign-ups with one address, one succeeds', async () => {
    const email = anEmail()
    const both = await Promise.allSettled(
      [aClient(app), aClient(app)].map((auth) => createUserWithEmailAndPassword(auth, email, PASSWORD)),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refusedWith('email-already-in-use'),
    })
  })
})

describe('signing in', () => {
  test('accepts the correct password, and the address in any case', async () => {
    const { uid, email, name } = await aPerson(database.db)
    const auth = aClient(app)
    const entered = await signInWithEmailAndPassword(auth, email.toUpperCase(), PASSWORD)
    expect(getAdditionalUserInfo(entered)?.isNewUser).toBe(false)
    expect(auth.currentUser).toMatchObject({ uid, email, displayName: name, emailVerified: true })
  })

  test('does not reveal whether the address or the password was wrong', async () => {
    const { email } = await aPerson(database.db)
    const auth = aClient(app)
    for (const address of [email, anEmail()]) {
      const attempt = signInWithEmailAndPassword(auth, address, 'a wrong password')
      await expect(attempt).rejects.toMatchObject(refusedWith('invalid-credential'))
    }
    await expect(signInWithEmailAndPassword(auth, 'no address', PASSWORD)).rejects.toMatchObject(
      refusedWith('invalid-email'),
    )
    await expect(signInWithEmailAndPassword(auth, email, '')).rejects.toMatchObject(refusedWith('missing-password'))
  })

  test('reveals whether the address or the password was wrong if the owner allows it', async () => {
    const { email } = await aPerson(database.db)
    const auth = aClient(revealing)
    await expect(signInWithEmailAndPassword(auth, email, 'a wrong password')).rejects.toMatchObject(
      refusedWith('wrong-password'),
    )
    await expect(signInWithEmailAndPassword(auth, anEmail(), PASSWORD)).rejects.toMatchObject(
      refusedWith('user-not-found'),
    )
  })

  test('the sign-in methods of an address are listed only if the owner allows it', async () => {
    const { email } = await aPerson(database.db)
    expect(await fetchSignInMethodsForEmail(aClient(app), email)).toEqual([])
    expect(await fetchSignInMethodsForEmail(aClient(revealing), email)).toEqual(['password'])
    expect(await fetchSignInMethodsForEmail(aClient(revealing), anEmail())).toEqual([])
    await database.db.updateTable('account').set({ passwordHash: null }).where('email', '=', email).execute()
    expect(await fetchSignInMethodsForEmail(aClient(revealing), email)).toEqual(['emailLink'])
    await expect(fetchSignInMethodsForEmail(aClient(app), 'no address')).rejects.toMatchObject(
      refusedWith('invalid-email'),
    )
  })
})

describe('the password policy', () => {
  test('refuses a weak password, and the client reloads the policy', async () => {
    const strict = await anApp(database, { PASSWORD_MIN_LENGTH: '8', PASSWORD_MAX_LENGTH: '40' })
    const auth = aClient(strict)
    expect(await validatePassword(auth, 'lowercase only')).toMatchObject({ isValid: true })
    expect(await validatePassword(auth, 'short')).toMatchObject({ isValid: false, meetsMinPasswordLength: false })

    Object.assign(strict.ctx.identity.policy, { uppercase: true, numeric: true })
    expect(await validatePassword(auth, 'lowercase only')).toMatchObject({ isValid: true })
    await expect(createUserWithEmailAndPassword(auth, anEmail(), 'lowercase only')).rejects.toMatchObject({
      ...refusedWith('password-does-not-meet-requirements'),
      message: expect.stringContaining('Password must contain an upper case character'),
    })
    await expect.poll(async () => (await validatePassword(auth, 'lowercase only')).isValid, patiently).toBe(false)
    expect(await validatePassword(auth, 'lowercase only')).toMatchObject({
      containsUppercaseLetter: false,
      containsNumericCharacter: false,
    })
    expect((await createUserWithEmailAndPassword(auth, anEmail(), 'Uppercase and 1')).user.uid).toBeTruthy()
  })

  test('is set by the operator', async () => {
    const strict = await anApp(database, { PASSWORD_REQUIRE: 'uppercase,numeric' })
    const auth = aClient(strict)
    const attempt = createUserWithEmailAndPassword(auth, anEmail(), PASSWORD)
    await expect(attempt).rejects.toMatchObject(refusedWith('password-does-not-meet-requirements'))
    // A password that met an earlier policy still works.
    const { email } = await aPerson(database.db)
    expect((await signInWithEmailAndPassword(auth, email, PASSWORD)).user.email).toBe(email)
  })
})

describe('an anonymous account', () => {
  test('has a session but no person, and gets a person by linking', async () => {
    const auth = aClient(app)
    const { user } = await signInAnonymously(auth)
    const { uid } = user
    expect(user).toMatchObject({ isAnonymous: true, email: null, providerData: [] })
    expect((await user.getIdTokenResult()).claims).toMatchObject({
      provider_id: 'anonymous',
      firebase: { sign_in_provider: 'anonymous', identities: {} },
    })
    expect(await personOf(uid)).toBeUndefined()
    const before = user.refreshToken

    const email = anEmail()
    const linked = await linkWithCredential(user, EmailAuthProvider.credential(email, PASSWORD))
    expect(linked.user.uid).toBe(uid)
    expect(auth.currentUser).toMatchObject({ uid, email, isAnonymous: false, emailVerified: false })
    expect(auth.currentUser?.refreshToken).not.toBe(before)
    expect(await personOf(uid)).toMatchObject({ role: 'reader' })
    expect((await signInWithEmailAndPassword(aClient(app), email, PASSWORD)).user.uid).toBe(uid)
  })

  test('cannot link an address that is in use', async () => {
    const { email } = await aPerson(database.db)
    const { user } = await signInAnonymously(aClient(app))
    await expect(linkWithCredential(user, EmailAuthProvider.credential(email, PASSWORD))).rejects.toMatchObject(
      refusedWith('email-already-in-use'),
    )
    await user.reload()
    expect(user).toMatchObject({ isAnonymous: true, email: null })
  })
})

test('a disabled sign-in method is refused', async () => {
  const { email } = await aPerson(database.db)
  const auth = aClient(await anApp(database, { SIGN_IN_METHODS: 'email-link' }))
  const off = refusedWith('operation-not-allowed')
  await expect(signInWithEmailAndPassword(auth, email, PASSWORD)).rejects.toMatchObject(off)
  await expect(createUserWithEmailAndPassword(auth, anEmail(), PASSWORD)).rejects.toMatchObject(off)
  await expect(signInAnonymously(auth)).rejects.toMatchObject(refusedWith('admin-restricted-operation'))

  const link = { url: 'http://localhost:3000/', handleCodeInApp: true }
  await sendSignInLinkToEmail(auth, email, link)
  const other = aClient(await anApp(database, { SIGN_IN_METHODS: 'password' }))
  await expect(sendSignInLinkToEmail(other, email, link)).rejects.toMatchObject(off)
})

describe('with rate limits', () => {
  test('wrong passwords for one address are counted across processes', async () => {
    const { email } = await aPerson(database.db)
    const limited = await anApp(database, { RELAX_LIMITS: '0' })
    const codes = await wrongPasswords(limited, email, 21)
    expect(codes.slice(0, 20)).toEqual(Array(20).fill('auth/invalid-credential'))
    expect(codes[20]).toBe('auth/too-many-requests')

    const another = await anApp(database, { RELAX_LIMITS: '0' })
    // The correct password is refused too, because it may be a guess.
    await expect(signInWithEmailAndPassword(aClient(another), email, PASSWORD)).rejects.toMatchObject(
      refusedWith('too-many-requests'),
    )
    const plain = await another.get('/v1/accounts:signInWithPassword?key=any', {
      method: 'POST',
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect(plain.status).toBe(400)
    expect(Number(plain.headers.get('retry-after'))).toBeGreaterThan(500)
    expect(await plain.json()).toMatchObject({ error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } })
  })

  test('the longest possible address is counted', async () => {
    const limited = await anApp(database, { RELAX_LIMITS: '0' })
    const email = `${'a'.repeat(200)}@${'b'.repeat(40)}.example.com`
    expect(await wrongPasswords(limited, email, 1)).toEqual(['auth/invalid-credential'])
  })

  async function wrongPasswords(on: TestApp, email: string, times: number) {
    const auth = aClient(on)
    const codes: unknown[] = []
    for (let attempt = 0; attempt < times; attempt++) {
      const error = await signInWithEmailAndPassword(auth, email, 'a wrong password').catch((caught: unknown) => caught)
      codes.push((error as { code?: string }).code)
    }
    return codes
  }
})
