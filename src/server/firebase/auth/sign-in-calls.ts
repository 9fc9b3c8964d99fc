import * as shapes from '#contract/firebase/auth.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type Entry, enter, sameSignIn } from '#server/identity/enter.ts'
import { signInWithLink } from '#server/identity/mailed.ts'
import { requireRecent } from '#server/identity/own-account.ts'
import { signInWithSecondFactor } from '#server/identity/second-factor.ts'
import { type Holder, endSession, holderOfIdToken } from '#server/identity/sessions.ts'
import { linkPassword, signInWithPassword, signUp, signUpAnonymously } from '#server/identity/sign-in.ts'
import {
  beginEnrolment,
  CODE_DIGITS,
  confirmEnrolment,
  PERIOD_SECONDS,
  removeFactor,
} from '#server/identity/second-factor.ts'
import type { HostedCall } from './call.ts'
import { HostedRefusal } from './errors.ts'
import { session, signedIn } from './present.ts'

/** Signing up and in, with whatever an account can be opened with. */
export const signInCalls: HostedCall[] = [
  {
    method: 'POST',
    path: 'v1/accounts:signUp',
    limit: 'sign-up',
    async run(ctx, body) {
      const { idToken, email, password, displayName } = shapes.SignUp.parse(body)
      const kind = 'identitytoolkit#SignupNewUserResponse'
      if (idToken) {
        const holder = await holderOfIdToken(ctx, idToken)
        return signedIn(ctx, await linkPassword(ctx, holder, { email, password }), { kind })
      }
      if (email === '' && password === '') return signedIn(ctx, await signUpAnonymously(ctx), { kind })
      return signedIn(ctx, await signUp(ctx, { email, password, name: displayName ?? null }), { kind })
    },
  },
  {
    method: 'POST',
    path: 'v1/accounts:signInWithPassword',
    limit: 'read',
    async run(ctx, body) {
      const entry = await signInWithPassword(ctx, shapes.SignInWithPassword.parse(body))
      return signedIn(ctx, entry, { kind: 'identitytoolkit#VerifyPasswordResponse', registered: true })
    },
  },
  {
    method: 'POST',
    path: 'v1/accounts:signInWithEmailLink',
    limit: 'sign-in',
    async run(ctx, body) {
      const { email, oobCode: code, idToken } = shapes.SignInWithEmailLink.parse(body)
      const holder = idToken ? await holderOfIdToken(ctx, idToken) : undefined
      const entry = await signInWithLink(ctx, { email, code }, holder)
      const isNewUser = entry.kind === 'in' && entry.isNew
      return signedIn(ctx, entry, { kind: 'identitytoolkit#EmailLinkSigninResponse', isNewUser })
    },
  },
  {
    method: 'POST',
    path: 'v2/accounts/mfaSignIn:finalize',
    limit: 'read',
    async run(ctx, body) {
      const { mfaPendingCredential, mfaEnrollmentId, totpVerificationInfo } = shapes.SignInFinalize.parse(body)
      if (!totpVerificationInfo) throw new HostedRefusal('INVALID_CODE')
      const { verificationCode } = totpVerificationInfo
      return tokensOf(ctx, await signInWithSecondFactor(ctx, mfaPendingCredential, verificationCode, mfaEnrollmentId))
    },
  },
  {
    method: 'POST',
    path: 'v2/accounts/mfaEnrollment:start',
    limit: 'guess',
    async run(ctx, body) {
      const holder = await holderOfIdToken(ctx, shapes.WithIdToken.parse(body).idToken)
      requireRecent(ctx, holder)
      const { ticket, secret, expiresAt } = await beginEnrolment(ctx, holder.account)
      return {
        totpSessionInfo: {
          sharedSecretKey: secret,
          verificationCodeLength: CODE_DIGITS,
          hashingAlgorithm: 'SHA1',
          periodSec: PERIOD_SECONDS,
          sessionInfo: ticket,
          finalizeEnrollmentTime: expiresAt.toISOString(),
        },
      }
    },
  },
  {
    method: 'POST',
    path: 'v2/accounts/mfaEnrollment:finalize',
    limit: 'guess',
    async run(ctx, body) {
      const { idToken, displayName, totpVerificationInfo } = shapes.EnrolmentFinalize.parse(body)
      const holder = await holderOfIdToken(ctx, idToken)
      if (!totpVerificationInfo) throw new Refusal('invalid-verification-code')
      const { sessionInfo: ticket, verificationCode: code } = totpVerificationInfo
      const { id } = await confirmEnrolment(ctx, holder.account, { ticket, code, name: displayName || 'Authenticator' })
      const entry = await replaceSession(ctx, holder, id)
      return { ...(await tokensOf(ctx, entry)), totpAuthInfo: {} }
    },
  },
  {
    method: 'POST',
    path: 'v2/accounts/mfaEnrollment:withdraw',
    limit: 'guess',
    async run(ctx, body) {
      const { idToken, mfaEnrollmentId } = shapes.EnrolmentWithdraw.parse(body)
      const holder = await holderOfIdToken(ctx, idToken)
      requireRecent(ctx, holder)
      await removeFactor(ctx, holder.account.uid, mfaEnrollmentId)
      return tokensOf(ctx, await replaceSession(ctx, holder, null))
    },
  },
]

function replaceSession(ctx: Ctx, { account, session: before }: Holder, secondFactor: string | null) {
  return inTransaction(ctx, async (tx) => {
    await endSession(tx, account.uid, before.id)
    return enter(tx, account, { ...sameSignIn(before), secondFactor })
  })
}

async function tokensOf(ctx: Ctx, entry: Entry) {
  if (entry.kind !== 'in') throw new Refusal('invalid-multi-factor-session')
  const { idToken, refreshToken } = await session(ctx, entry)
  return { idToken, refreshToken }
}
