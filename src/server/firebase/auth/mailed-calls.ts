import * as shapes from '#contract/firebase/auth.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { MailedKind } from '#contract/identity/identity.ts'
import { Refusal } from '#contract/errors.ts'
import { checkContinueUrl } from '#server/identity/continue-url.ts'
import { readEmail } from '#server/identity/emails.ts'
import {
  look,
  mailAddressChange,
  mailReset,
  mailSignIn,
  mailVerification,
  resetPassword,
} from '#server/identity/mailed.ts'
import { requireRecent } from '#server/identity/own-account.ts'
import { accountByEmail, providersOf } from '#server/identity/find-accounts.ts'
import { newSecret } from '#server/identity/secrets.ts'
import { holderOfIdToken } from '#server/identity/sessions.ts'
import type { z } from 'zod'
import type { HostedCall } from './call.ts'
import { HostedRefusal } from './errors.ts'

const requestTypes: Record<MailedKind, string> = {
  'verify': 'VERIFY_EMAIL',
  'reset': 'PASSWORD_RESET',
  'sign-in': 'EMAIL_SIGNIN',
  'change': 'VERIFY_AND_CHANGE_EMAIL',
  'recover': 'RECOVER_EMAIL',
}

export const mailedCalls: HostedCall[] = [
  {
    method: 'POST',
    path: 'v1/accounts:sendOobCode',
    limit: 'read',
    async run(ctx, body) {
      const email = await send(ctx, shapes.SendOobCode.parse(body))
      return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email }
    },
  },
  {
    method: 'POST',
    path: 'v1/accounts:resetPassword',
    limit: 'guess',
    async run(ctx, body) {
      const { oobCode: code, newPassword } = shapes.ResetPassword.parse(body)
      const { kind, email, newEmail } = await look(ctx, code)
      if (newPassword !== undefined) await resetPassword(ctx, { code, password: newPassword })
      return {
        kind: 'identitytoolkit#ResetPasswordResponse',
        requestType: requestTypes[kind],
        // Whoever holds only a sign-in link must know the address it was mailed to.
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
      checkContinueUrl(ctx, continueUri)
      return {
        kind: 'identitytoolkit#CreateAuthUriResponse',
        sessionId: newSecret().token,
        ...(await waysOf(ctx, identifier)),
      }
    },
  },
]

async function send(ctx: Ctx, asked: z.output<typeof shapes.SendOobCode>): Promise<string> {
  const continueUrl = checkContinueUrl(ctx, asked.continueUrl)
  const { requestType, email, newEmail, idToken = '' } = asked
  if (requestType === 'PASSWORD_RESET') return mailReset(ctx, email, continueUrl)
  if (requestType === 'EMAIL_SIGNIN') {
    if (!continueUrl) throw new HostedRefusal('MISSING_CONTINUE_URI')
    return mailSignIn(ctx, email, continueUrl)
  }
  const holder = await holderOfIdToken(ctx, idToken)
  if (requestType === 'VERIFY_EMAIL') return mailVerification(ctx, holder, continueUrl)
  requireRecent(ctx, holder)
  return mailAddressChange(ctx, holder, newEmail, continueUrl)
}

/** How an address can sign in: told only where the owner has allowed it. */
async function waysOf({ db, identity }: Ctx, identifier: string) {
  const email = readIdentifier(identifier)
  if (identity.protectEmails) return {}
  const account = await accountByEmail(db, email)
  if (!account) return { registered: false }
  const linked = (await providersOf(db, account.uid)).map(({ providerId }) => providerId)
  const signinMethods = [
    ...(account.passwordHash ? ['password'] : []),
    ...(account.emailVerified && !account.passwordHash ? ['emailLink'] : []),
    ...linked,
  ]
  return { registered: true, signinMethods, allProviders: [...(account.passwordHash ? ['password'] : []), ...linked] }
}

function readIdentifier(text: string) {
  try {
    return readEmail(text)
  } catch (error) {
    if (error instanceof Refusal) throw new HostedRefusal('INVALID_IDENTIFIER')
    throw error
  }
}
