import * as shapes from '#contract/firebase/auth.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type SignInResult, completeSignIn, signInDetails } from '#server/identity/complete-sign-in.ts'
import { signInWithLink } from '#server/identity/email-actions.ts'
import { requireRecentSignIn } from '#server/identity/current-account.ts'
import {
  signInWithSecondFactor,
  beginEnrolment,
  CODE_DIGITS,
  confirmEnrolment,
  PERIOD_SECONDS,
  removeFactor,
} from '#server/identity/second-factor.ts'
import { type Holder, endSession, holderOfIdToken } from '#server/identity/sessions.ts'
import { linkPassword, signInWithPassword, signUp, signUpAnonymously } from '#server/identity/sign-in.ts'
import type { AuthCall } from './auth-call.ts'
import { FirebaseAuthError } from './errors.ts'
import { presentSession, presentSignIn } from './present.ts'

export const signInCalls: AuthCall[] = [
  {
    method: 'POST',
    path: 'v1/accounts:signUp',
    limit: 'sign-up',
    async run(ctx, body) {
      const { idToken, email, password, displayName } = shapes.SignUp.parse(body)
      const kind = 'identitytoolkit#SignupNewUserResponse'
      if (idToken) {
        const holder = await holderOfIdToken(ctx, idToken)
        return presentSignIn(ctx, await linkPassword(ctx, holder, { email, password }), { kind })
      }
      if (email === '' && password === '') return presentSignIn(ctx, await signUpAnonymously(ctx), { kind })
      return presentSignIn(ctx, await signUp(ctx, { email, password, name: displayName ?? null }), { kind })
    },
  },
  {
    method: 'POST',
    path: 'v1/accounts:signInWithPassword',
    limit: 'read',
    async run(ctx, body) {
      const result = await signInWithPassword(ctx, shapes.SignInWithPassword.parse(body))
      return presentSignIn(ctx, result, { kind: 'identitytoolkit#VerifyPasswordResponse', registered: true })
    },
  },
  {
    method: 'POST',
    path: 'v1/accounts:signInWithEmailLink',
    limit: 'sign-in',
    async run(ctx, body) {
      const { email, oobCode: code, idToken } = shapes.SignInWithEmailLink.parse(body)
      const holder = idToken ? await holderOfIdToken(ctx, idToken) : undefined
      const result = await signInWithLink(ctx, { email, code }, holder)
      const isNewUser = result.kind === 'signed-in' && result.isNew
      return presentSignIn(ctx, result, { kind: 'identitytoolkit#EmailLinkSigninResponse', isNewUser })
    },
  },
  {
    method: 'POST',
    path: 'v2/accounts/mfaSignIn:finalize',
    limit: 'read',
    async run(ctx, body) {
      const { mfaPendingCredential, mfaEnrollmentId, totpVerificationInfo } = shapes.SignInFinalize.parse(body)
      if (!totpVerificationInfo) throw new FirebaseAuthError('INVALID_CODE')
      const { verificationCode } = totpVerificationInfo
      return presentTokens(
        ctx,
        await signInWithSecondFactor(ctx, mfaPendingCredential, verificationCode, mfaEnrollmentId),
      )
    },
  },
  {
    method: 'POST',
    path: 'v2/accounts/mfaEnrollment:start',
    limit: 'guess',
    async run(ctx, body) {
      const holder = await holderOfIdToken(ctx, shapes.WithIdToken.parse(body).idToken)
      requireRecentSignIn(ctx, holder)
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
      const result = await replaceSession(ctx, holder, id)
      return { ...(await presentTokens(ctx, result)), totpAuthInfo: {} }
    },
  },
  {
    method: 'POST',
    path: 'v2/accounts/mfaEnrollment:withdraw',
    limit: 'guess',
    async run(ctx, body) {
      const { idToken, mfaEnrollmentId } = shapes.EnrolmentWithdraw.parse(body)
      const holder = await holderOfIdToken(ctx, idToken)
      requireRecentSignIn(ctx, holder)
      await removeFactor(ctx, holder.account.uid, mfaEnrollmentId)
      return presentTokens(ctx, await replaceSession(ctx, holder, null))
    },
  },
]

function replaceSession(ctx: Ctx, { account, session: before }: Holder, secondFactor: string | null) {
  return inTransaction(ctx, async (tx) => {
    await endSession(tx, account.uid, before.id)
    return completeSignIn(tx, account, { ...signInDetails(before), secondFactor })
  })
}

async function presentTokens(ctx: Ctx, result: SignInResult) {
  if (result.kind !== 'signed-in') throw new Refusal('invalid-multi-factor-session')
  const { idToken, refreshToken } = await presentSession(ctx, result)
  return { idToken, refreshToken }
}
