import * as shapes from '#contract/firebase/auth.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ActionKind } from '#contract/identity/identity.ts'
import { Refusal } from '#contract/errors.ts'
import { findCode } from '#server/identity/action-codes.ts'
import { validateContinueUrl } from '#server/identity/continue-url.ts'
import { parseEmail } from '#server/identity/parse-email.ts'
import {
  sendEmailChange,
  sendPasswordReset,
  sendSignInLink,
  sendVerification,
  resetPassword,
} from '#server/identity/email-actions.ts'
import { requireRecentSignIn } from '#server/identity/current-account.ts'
import { findAccountByEmail, listProviders } from '#server/identity/find-accounts.ts'
import { createSecret } from '#server/identity/secrets.ts'
import { holderOfIdToken } from '#server/identity/sessions.ts'
import type { z } from 'zod'
import type { AuthCall } from './auth-call.ts'
import { FirebaseAuthError } from './errors.ts'

const requestTypes: Record<ActionKind, string> = {
  'verify': 'VERIFY_EMAIL',
  'reset': 'PASSWORD_RESET',
  'sign-in': 'EMAIL_SIGNIN',
  'change': 'VERIFY_AND_CHANGE_EMAIL',
  'recover': 'RECOVER_EMAIL',
}

export const emailActionCalls: AuthCall[] = [
  {
    method: 'POST',
    path: 'v1/accounts:sendOobCode',
    limit: 'read',
    async run(ctx, body) {
      const email = await sendCode(ctx, shapes.SendOobCode.parse(body))
      return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email }
    },
  },
  {
    method: 'POST',
    path: 'v1/accounts:resetPassword',
    limit: 'guess',
    async run(ctx, body) {
      const { oobCode: code, newPassword } = shapes.ResetPassword.parse(body)
      const { kind, email, newEmail } = await findCode(ctx, code)
      if (newPassword !== undefined) await resetPassword(ctx, { code, password: newPassword })
      return {
        kind: 'identitytoolkit#ResetPasswordResponse',
        requestType: requestTypes[kind],
        // A sign-in link must not reveal the email it was sent to.
        ...(kind !== 'sign-in' && { email }),
        ...(kind === 'change' && newEmail && { newEmail }),
      }
    },
  },
  {
    method: 'POST',
    path: 'v1/accounts:createAuthUri',
    limit: 'sign-in',
    async run(ctx, body) {
      const { identifier, continueUri } = shapes.CreateAuthUri.parse(body)
      validateContinueUrl(ctx, continueUri)
      return {
        kind: 'identitytoolkit#CreateAuthUriResponse',
        sessionId: createSecret().token,
        ...(await findSignInMethods(ctx, identifier)),
      }
    },
  },
]

async function sendCode(ctx: Ctx, request: z.output<typeof shapes.SendOobCode>): Promise<string> {
  const continueUrl = validateContinueUrl(ctx, request.continueUrl)
  const { requestType, email, newEmail, idToken = '' } = request
  if (requestType === 'PASSWORD_RESET') return sendPasswordReset(ctx, email, continueUrl)
  if (requestType === 'EMAIL_SIGNIN') {
    if (!continueUrl) throw new FirebaseAuthError('MISSING_CONTINUE_URI')
    return sendSignInLink(ctx, email, continueUrl)
  }
  const holder = await holderOfIdToken(ctx, idToken)
  if (requestType === 'VERIFY_EMAIL') return sendVerification(ctx, holder, continueUrl)
  requireRecentSignIn(ctx, holder)
  return sendEmailChange(ctx, holder, newEmail, continueUrl)
}

/** Empty if email protection is on. */
async function findSignInMethods({ db, identity }: Ctx, identifier: string) {
  const email = parseIdentifier(identifier)
  if (identity.protectEmails) return {}
  const account = await findAccountByEmail(db, email)
  if (!account) return { registered: false }
  const linked = (await listProviders(db, account.uid)).map(({ providerId }) => providerId)
  const signinMethods = [
    ...(account.passwordHash ? ['password'] : []),
    ...(account.emailVerified && !account.passwordHash ? ['emailLink'] : []),
    ...linked,
  ]
  return { registered: true, signinMethods, allProviders: [...(account.passwordHash ? ['password'] : []), ...linked] }
}

function parseIdentifier(text: string) {
  try {
    return parseEmail(text)
  } catch (error) {
    if (error instanceof Refusal) throw new FirebaseAuthError('INVALID_IDENTIFIER')
    throw error
  }
}
