import {
  EmailAuthProvider,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  getAdditionalUserInfo,
  isSignInWithEmailLink,
  linkWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth'
import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { Database } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { aClient, anEmail, mailTo, refusedWith } from '#test/firebase-client.ts'
import { PASSWORD, aPerson } from '#test/people.ts'

const NEW_PASSWORD = 'another horse entirely'
const link = { url: 'http://localhost:3000/welcome?from=mail', handleCodeInApp: true }

const clock = aClock()
let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database, { AUTHORIZED_DOMAINS: 'stories.example' }, clock.now)
})

const mailed = (email: string) => mailTo(database.db, email)

async function aUser({ email }: { email: string }, password = PASSWORD) {
  const auth = aClient(app)
  const { user } = await signInWithEmailAndPassword(auth, email, password)
  return { auth, user }
}

describe('confirming an email address', () => {
  test('accepts the emailed code once', async () => {
    const auth = aClient(app)
    const email = anEmail()
    const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD)
    await sendEmailVerification(user, { url: 'http://localhost:3000/latest' })
    const mail = await mailed(email)
    expect(mail.kind).toBe('verify')
    const query = new URL(mail.link).searchParams
    expect(Object.fromEntries(query)).toEqual({
      mode: 'verifyEmail',
      oobCode: mail.code,
      apiKey: 'bramble',
      lang: 'en',
      continueUrl: 'http://localhost:3000/latest',
    })

    expect(await checkActionCode(auth, mail.code)).toMatchObject({ operation: 'VERIFY_EMAIL', data: { email } })
    await applyActionCode(auth, mail.code)
    expect(user.emailVerified).toBe(false)
    await user.reload()
    expect(user.emailVerified).toBe(true)
    expect((await user.getIdTokenResult(true)).claims['email_verified']).toBe(true)
    const spent = refusedWith('invalid-action-code')
    await expect(applyActionCode(auth, mail.code)).rejects.toMatchObject(spent)
    await expect(checkActionCode(auth, mail.code)).rejects.toMatchObject(spent)
    await expect(applyActionCode(auth, 'an invention')).rejects.toMatchObject(spent)
  })

  test('expires after a day', async () => {
    const { user } = await createUserWithEmailAndPassword(aClient(app), anEmail(), PASSWORD)
    await sendEmailVerification(user)
    const { code } = await mailed(user.email ?? '')
    clock.pass(25 * HOUR_MS)
    await expect(applyActionCode(aClient(app), code)).rejects.toMatchObject(refusedWith('expired-action-code'))
  })

  test('requires an email address', async () => {
    const { user } = await signInAnonymously(aClient(app))
    await expect(sendEmailVerification(user)).rejects.toMatchObject(refusedWith('missing-email'))
  })
})

describe('resetting a password', () => {
  test('accepts the emailed code once, and ends every session', async () => {
    const person = await aPerson(database.db)
    const { email } = person
    const before = await aUser(person)
    const auth = aClient(app)
    await sendPasswordResetEmail(auth, email)
    const { kind, code } = await mailed(email)
    expect(kind).toBe('reset')
    expect(await checkActionCode(auth, code)).toMatchObject({ operation: 'PASSWORD_RESET', data: { email } })
    expect(await verifyPasswordResetCode(auth, code)).toBe(email)
    await expect(applyActionCode(auth, code)).rejects.toMatchObject(refusedWith('invalid-action-code'))

    // A password that is too weak does not use up the code.
    await expect(confirmPasswordReset(auth, code, 'weak')).rejects.toMatchObject(
      refusedWith('password-does-not-meet-requirements'),
    )
    await confirmPasswordReset(auth, code, NEW_PASSWORD)
    await expect(confirmPasswordReset(auth, code, PASSWORD)).rejects.toMatchObject(refusedWith('invalid-action-code'))
    await expect(before.user.getIdToken(true)).rejects.toMatchObject(refusedWith('user-token-expired'))
    await expect(aUser(person)).rejects.toMatchObject(refusedWith('invalid-credential'))
    expect((await aUser(person, NEW_PASSWORD)).user.uid).toBe(person.uid)
  })

  test('expires after an hour', async () => {
    const { email } = await aPerson(database.db)
    const auth = aClient(app)
    await sendPasswordResetEmail(auth, email)
    const { code } = await mailed(email)
    clock.pass(HOUR_MS)
    const late = refusedWith('expired-action-code')
    await expect(verifyPasswordResetCode(auth, code)).rejects.toMatchObject(late)
    await expect(confirmPasswordReset(auth, code, NEW_PASSWORD)).rejects.toMatchObject(late)
  })

  test('invalidates earlier reset codes and address changes', async () => {
    const person = await aPerson(database.db)
    const { auth, user } = await aUser(person)
    const next = anEmail()
    await verifyBeforeUpdateEmail(user, next)
    const change = await mailed(next)
    await sendPasswordResetEmail(auth, person.email)
    const first = await mailed(person.email)
    await sendPasswordResetEmail(auth, person.email)
    const second = await mailed(person.email)
    await confirmPasswordReset(auth, second.code, NEW_PASSWORD)
    for (const { code } of [first, change]) {
      await expect(checkActionCode(auth, code)).rejects.toMatchObject(refusedWith('invalid-action-code'))
    }
  })

  test('confirms the address, and removes sign-in methods added before it was confirmed', async () => {
    const email = anEmail()
    const { user } = await createUserWithEmailAndPassword(aClient(app), email, PASSWORD)
    const { uid } = user
    const intruder = { providerId: 'oidc.elsewhere', rawId: email, uid }
    await database.db.insertInto('accountProvider').values(intruder).execute()
    const auth = aClient(app)
    await sendPasswordResetEmail(auth, email)
    await confirmPasswordReset(auth, (await mailed(email)).code, NEW_PASSWORD)
    const owner = await aUser({ email }, NEW_PASSWORD)
    expect(owner.user).toMatchObject({ uid, emailVerified: true })
    expect(owner.user.providerData.map(({ providerId }) => providerId)).toEqual(['password'])
  })

  test('does not reveal an unknown address, unless the owner allows it', async () => {
    const unknown = anEmail()
    await expect(sendPasswordResetEmail(aClient(app), unknown)).resolves.toBeUndefined()
    await expect(mailed(unknown)).rejects.toThrow('no result')
    const revealing = await anApp(database, { PROTECT_EMAILS: 'no' })
    await expect(sendPasswordResetEmail(aClient(revealing), unknown)).rejects.toMatchObject(
      refusedWith('user-not-found'),
    )
    await expect(sendPasswordResetEmail(aClient(app), 'no address')).rejects.toMatchObject(refusedWith('invalid-email'))
  })
})

describe('a sign-in link', () => {
  test('creates an account with a confirmed address if there is none', async () => {
    const auth = aClient(app)
    const email = anEmail()
    await sendSignInLinkToEmail(auth, email, link)
    const { kind, link: address, code } = await mailed(email)
    expect(kind).toBe('sign-in')
    expect(isSignInWithEmailLink(auth, address)).toBe(true)
    const checked = await checkActionCode(auth, code)
    expect(checked.operation).toBe('EMAIL_SIGNIN')
    // The link alone is not enough: it needs the address it was sent to.
    expect(checked.data.email).toBeFalsy()
    await expect(signInWithEmailLink(auth, anEmail(), address)).rejects.toMatchObject(refusedWith('invalid-email'))

    const entered = await signInWithEmailLink(auth, email.toUpperCase(), address)
    expect(getAdditionalUserInfo(entered)?.isNewUser).toBe(true)
    expect(entered.user).toMatchObject({ email, emailVerified: true, isAnonymous: false })
    expect(entered.user.providerData).toMatchObject([{ providerId: 'password', uid: email }])
    expect((await entered.user.getIdTokenResult()).signInProvider).toBe('password')
    await expect(signInWithEmailLink(aClient(app), email, address)).rejects.toMatchObject(
      refusedWith('invalid-action-code'),
    )

    await sendSignInLinkToEmail(auth, email, link)
    const again = await signInWithEmailLink(aClient(app), email, (await mailed(email)).link)
    expect(getAdditionalUserInfo(again)?.isNewUser).toBe(false)
    expect(again.user.uid).toBe(entered.user.uid)
  })

  test('removes access of an account that used the address without proof', async () => {
    const email = anEmail()
    const squatter = aClient(app)
    const { user } = await createUserWithEmailAndPassword(squatter, email, PASSWORD)
    const elsewhere = anEmail()
    await verifyBeforeUpdateEmail(user, elsewhere)
    const change = await mailed(elsewhere)
    const auth = aClient(app)
    await sendSignInLinkToEmail(auth, email, link)
    await signInWithEmailLink(auth, email, (await mailed(email)).link)
    await expect(user.getIdToken(true)).rejects.toMatchObject(refusedWith('user-token-expired'))
    await expect(aUser({ email })).rejects.toMatchObject(refusedWith('invalid-credential'))
    await expect(applyActionCode(auth, change.code)).rejects.toMatchObject(refusedWith('invalid-action-code'))
  })

  test('links to an anonymous account, and does not change another account’s address', async () => {
    const auth = aClient(app)
    const { user } = await signInAnonymously(auth)
    const email = anEmail()
    await sendSignInLinkToEmail(auth, email, link)
    const credential = EmailAuthProvider.credentialWithLink(email, (await mailed(email)).link)
    const linked = await linkWithCredential(user, credential)
    expect(linked.user).toMatchObject({ uid: user.uid, email, emailVerified: true, isAnonymous: false })

    const taken = await signInAnonymously(aClient(app))
    await sendSignInLinkToEmail(auth, email, link)
    const other = EmailAuthProvider.credentialWithLink(email, (await mailed(email)).link)
    await expect(linkWithCredential(taken.user, other)).rejects.toMatchObject(refusedWith('email-already-in-use'))

    const person = await aPerson(database.db)
    const idToken = await (await aUser(person)).user.getIdToken()
    const next = anEmail()
    await sendSignInLinkToEmail(auth, next, link)
    const response = await app.get('/v1/accounts:signInWithEmailLink?key=any', {
      method: 'POST',
      body: JSON.stringify({ email: next, oobCode: (await mailed(next)).code, idToken }),
    })
    expect(await response.json()).toMatchObject({ error: { message: 'OPERATION_NOT_ALLOWED' } })
    expect((await aUser(person)).user.email).toBe(person.email)
  })

  test('leads to the requesting application, on an authorized domain', async () => {
    const auth = aClient(app)
    const email = anEmail()
    await sendSignInLinkToEmail(auth, email, { ...link, url: 'https://app.stories.example/in?step=2' })
    const { link: address } = await mailed(email)
    expect(address).toMatch(/^https:\/\/app\.stories\.example\/in\?step=2&mode=signIn&oobCode=/)
    expect(isSignInWithEmailLink(auth, address)).toBe(true)
  })
})

test('a continue URL must be valid and authorized', async () => {
  const { auth, user } = await aUser(await aPerson(database.db))
  const email = user.email ?? ''
  const elsewhere = { ...link, url: 'https://elsewhere.example/' }
  const mangled = { ...link, url: 'not an address' }
  for (const send of [
    (settings: typeof link) => sendSignInLinkToEmail(auth, email, settings),
    (settings: typeof link) => sendPasswordResetEmail(auth, email, settings),
    (settings: typeof link) => sendEmailVerification(user, settings),
    (settings: typeof link) => verifyBeforeUpdateEmail(user, anEmail(), settings),
  ]) {
    await expect(send(elsewhere)).rejects.toMatchObject(refusedWith('unauthorized-continue-uri'))
    await expect(send(mangled)).rejects.toMatchObject(refusedWith('invalid-continue-uri'))
  }
  await expect(mailed(email)).rejects.toThrow('no result')
})

describe('changing an email address', () => {
  test('takes effect when the new address is confirmed, and can be undone from the old one', async () => {
    const person = await aPerson(database.db)
    const { auth, user } = await aUser(person)
    const next = anEmail()
    await verifyBeforeUpdateEmail(user, next)
    await user.reload()
    expect(user.email).toBe(person.email)
    const change = await mailed(next)
    expect(change.kind).toBe('change')
    expect(await checkActionCode(auth, change.code)).toMatchObject({
      operation: 'VERIFY_AND_CHANGE_EMAIL',
      data: { email: next, previousEmail: person.email },
    })
    await applyActionCode(auth, change.code)
    await expect(user.reload()).rejects.toMatchObject(refusedWith('user-token-expired'))
    expect(auth.currentUser).toBeNull()
    expect((await aUser({ email: next })).user).toMatchObject({ uid: person.uid, emailVerified: true })
    await expect(aUser(person)).rejects.toMatchObject(refusedWith('invalid-credential'))

    const recover = await mailed(person.email)
    expect(recover.kind).toBe('recover')
    expect(new URL(recover.link).searchParams.get('mode')).toBe('recoverEmail')
    expect(await checkActionCode(auth, recover.code)).toMatchObject({
      operation: 'RECOVER_EMAIL',
      data: { email: person.email },
    })
    await applyActionCode(auth, recover.code)
    expect((await aUser(person)).user).toMatchObject({ uid: person.uid, emailVerified: true })
    await expect(aUser({ email: next })).rejects.toMatchObject(refusedWith('invalid-credential'))
  })

  test('requires a recent sign-in, and an address that is free both when requested and when confirmed', async () => {
    const other = await aPerson(database.db)
    const { auth, user } = await aUser(await aPerson(database.db))
    await expect(verifyBeforeUpdateEmail(user, other.email)).rejects.toMatchObject(refusedWith('email-already-in-use'))
    const next = anEmail()
    await verifyBeforeUpdateEmail(user, next)
    const { code } = await mailed(next)
    await createUserWithEmailAndPassword(aClient(app), next, PASSWORD)
    await expect(applyActionCode(auth, code)).rejects.toMatchObject(refusedWith('email-already-in-use'))
    clock.pass(6 * MINUTE_MS)
    await expect(verifyBeforeUpdateEmail(user, anEmail())).rejects.toMatchObject(refusedWith('requires-recent-login'))
  })
})
