import {
  type Auth,
  type MultiFactorError,
  type MultiFactorInfo,
  TotpMultiFactorGenerator,
  type User,
  createUserWithEmailAndPassword,
  getMultiFactorResolver,
  multiFactor,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  confirmPasswordReset,
  signInWithEmailAndPassword,
  signInWithEmailLink,
} from 'firebase/auth'
import { TOTP } from 'otpauth'
import { beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import type { Database } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { aClient, anEmail, mailTo, refusedWith } from '#test/firebase-client.ts'
import { PASSWORD, aPerson } from '#test/people.ts'

const PERIOD_MS = 30 * SECOND_MS

const clock = aClock()
let database: Database
let app: TestApp
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database, {}, clock.now)
})

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + steps * PERIOD_MS })

async function begin(user: User) {
  const session = await multiFactor(user).getSession()
  return TotpMultiFactorGenerator.generateSecret(session)
}

/** A signed-in user with an authenticator app, one period after it was added. */
async function aUserWithAuthenticator() {
  const person = await aPerson(database.db)
  const auth = aClient(app)
  const { user } = await signInWithEmailAndPassword(auth, person.email, PASSWORD)
  const secret = await begin(user)
  const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, codeOf(secret.secretKey))
  await multiFactor(user).enroll(assertion, 'My phone')
  clock.pass(PERIOD_MS)
  return { person, auth, user, secret: secret.secretKey }
}

/** The second-factor challenge of a sign-in. */
async function asked(auth: Auth, signIn: Promise<unknown>) {
  const error: unknown = await signIn.catch((caught: unknown) => caught)
  expect(error).toMatchObject(refusedWith('multi-factor-auth-required'))
  const resolver = getMultiFactorResolver(auth, error as MultiFactorError)
  const [hint] = resolver.hints
  return {
    resolver,
    hint: hint as MultiFactorInfo,
    answer: (code: string, id = hint?.uid ?? '') =>
      resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(id, code)),
  }
}

const askedFor = (auth: Auth, { email }: { email: string }) =>
  asked(auth, signInWithEmailAndPassword(auth, email, PASSWORD))

describe('adding an authenticator app', () => {
  test('requires a valid code; invalid ones can be retried', async () => {
    const person = await aPerson(database.db)
    const auth = aClient(app)
    const { user } = await signInWithEmailAndPassword(auth, person.email, PASSWORD)
    const secret = await begin(user)
    expect(secret).toMatchObject({ codeLength: 6, codeIntervalSeconds: 30, hashingAlgorithm: 'SHA1' })
    expect(secret.secretKey).toMatch(/^[A-Z2-7]{32}$/)
    const wrong = TotpMultiFactorGenerator.assertionForEnrollment(secret, '000000')
    await expect(multiFactor(user).enroll(wrong)).rejects.toMatchObject(refusedWith('invalid-verification-code'))
    const right = TotpMultiFactorGenerator.assertionForEnrollment(secret, codeOf(secret.secretKey))
    await multiFactor(user).enroll(right, 'My phone')
    expect(multiFactor(user).enrolledFactors).toMatchObject([{ factorId: 'totp', displayName: 'My phone' }])
    expect((await user.getIdTokenResult()).claims['firebase']).toMatchObject({ sign_in_second_factor: 'totp' })

    await expect(begin(user)).rejects.toMatchObject(refusedWith('second-factor-already-in-use'))
    await expect(multiFactor(user).enroll(right)).rejects.toMatchObject(refusedWith('invalid-multi-factor-session'))
  })

  test('requires a confirmed email address and a recent sign-in', async () => {
    const { user } = await createUserWithEmailAndPassword(aClient(app), anEmail(), PASSWORD)
    await expect(begin(user)).rejects.toMatchObject(refusedWith('unverified-email'))
    clock.pass(6 * MINUTE_MS)
    await expect(begin(user)).rejects.toMatchObject(refusedWith('requires-recent-login'))
  })

  test('twice concurrently adds one', async () => {
    const person = await aPerson(database.db)
    const { user } = await signInWithEmailAndPassword(aClient(app), person.email, PASSWORD)
    const idToken = await user.getIdToken()
    const secrets = [await begin(user), await begin(user)]
    const answers = await Promise.all(
      secrets.map(async ({ secretKey, ...rest }) => {
        const { sessionInfo } = rest as unknown as { sessionInfo: string }
        const body = { idToken, totpVerificationInfo: { sessionInfo, verificationCode: codeOf(secretKey) } }
        const init = { method: 'POST', body: JSON.stringify(body) }
        return (await app.get('/v2/accounts/mfaEnrollment:finalize?key=any', init)).status
      }),
    )
    expect(answers.toSorted()).toEqual([200, 400])
  })
})

describe('signing in with an authenticator app', () => {
  test('requires the password and a code, which works once', async () => {
    const { person, secret } = await aUserWithAuthenticator()
    const auth = aClient(app)
    const { hint, answer } = await askedFor(auth, person)
    expect(hint).toMatchObject({ factorId: 'totp', displayName: 'My phone' })
    expect(Date.parse(hint.enrollmentTime)).toBeLessThanOrEqual(clock.now().getTime())
    expect(auth.currentUser).toBeNull()
    const wrong = refusedWith('invalid-verification-code')
    await expect(answer('000000')).rejects.toMatchObject(wrong)
    await expect(answer(codeOf(secret), 'no-such-factor')).rejects.toMatchObject(
      refusedWith('multi-factor-info-not-found'),
    )
    const code = codeOf(secret)
    const { user } = await answer(code)
    expect(user.uid).toBe(person.uid)
    await expect(answer(codeOf(secret, 1))).rejects.toMatchObject(refusedWith('invalid-multi-factor-session'))
    const claims = { sign_in_second_factor: 'totp', second_factor_identifier: hint.uid }
    expect((await user.getIdTokenResult()).claims['firebase']).toMatchObject(claims)
    expect((await user.getIdTokenResult(true)).claims['firebase']).toMatchObject(claims)

    const again = await askedFor(aClient(app), person)
    await expect(again.answer(code)).rejects.toMatchObject(wrong)
    expect((await again.answer(codeOf(secret, 1))).user.uid).toBe(person.uid)
  })

  test('of two concurrent sign-ins with one code, one succeeds', async () => {
    const { person, secret } = await aUserWithAuthenticator()
    const both = [await askedFor(aClient(app), person), await askedFor(aClient(app), person)]
    const code = codeOf(secret)
    const ends = await Promise.allSettled(both.map(({ answer }) => answer(code)))
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('expires after ten minutes without a code', async () => {
    const { person, secret } = await aUserWithAuthenticator()
    const { answer } = await askedFor(aClient(app), person)
    clock.pass(11 * MINUTE_MS)
    await expect(answer(codeOf(secret))).rejects.toMatchObject(refusedWith('invalid-multi-factor-session'))
  })

  test('accepts a recovery code instead, once', async () => {
    const { person, user } = await aUserWithAuthenticator()
    const response = await app.get('/api/account/recovery-codes', {
      method: 'POST',
      headers: { authorization: `Bearer ${await user.getIdToken()}` },
    })
    const { recoveryCodes } = (await response.json()) as { recoveryCodes: string[] }
    const [code = ''] = recoveryCodes
    const first = await askedFor(aClient(app), person)
    expect((await first.answer(` ${code.toUpperCase()} `)).user.uid).toBe(person.uid)
    const second = await askedFor(aClient(app), person)
    await expect(second.answer(code)).rejects.toMatchObject(refusedWith('invalid-verification-code'))
  })

  test('is also required after an emailed link and after a password reset', async () => {
    const { person, secret } = await aUserWithAuthenticator()
    const auth = aClient(app)
    await sendSignInLinkToEmail(auth, person.email, { url: 'http://localhost:3000/', handleCodeInApp: true })
    const { link } = await mailTo(database.db, person.email)
    const { answer } = await asked(auth, signInWithEmailLink(auth, person.email, link))
    expect((await answer(codeOf(secret))).user.uid).toBe(person.uid)

    await sendPasswordResetEmail(auth, person.email)
    await confirmPasswordReset(auth, (await mailTo(database.db, person.email)).code, PASSWORD)
    await askedFor(aClient(app), person)
  })
})

test('a recently signed-in user can remove an authenticator app, and codes are no longer required', async () => {
  const { person, secret } = await aUserWithAuthenticator()
  const { answer } = await askedFor(aClient(app), person)
  const { user } = await answer(codeOf(secret))
  const [factor] = multiFactor(user).enrolledFactors
  const before = user.refreshToken
  await multiFactor(user).unenroll(factor ?? '')
  expect(multiFactor(user).enrolledFactors).toEqual([])
  expect(user.refreshToken).not.toBe(before)
  const { firebase } = (await user.getIdTokenResult(true)).claims
  expect(firebase).not.toHaveProperty('sign_in_second_factor')
  expect((await signInWithEmailAndPassword(aClient(app), person.email, PASSWORD)).user.uid).toBe(person.uid)

  const careful = await aUserWithAuthenticator()
  clock.pass(6 * MINUTE_MS)
  const kept = multiFactor(careful.user).enrolledFactors[0] ?? ''
  await expect(multiFactor(careful.user).unenroll(kept)).rejects.toMatchObject(refusedWith('requires-recent-login'))
})
