import { refusalForAuthMessage } from '#contract/firebase/auth-errors.ts'
import { Refusal } from '#contract/errors.ts'
import type { PasswordPolicy } from '#contract/identity/identity.ts'
import { BrowserError } from '#site/errors/messages.ts'
import { fetchWithRetry } from '#site/fetch.ts'

type Service = { url: string; key: string }

type SignInReply = {
  idToken?: string
  refreshToken?: string
  mfaPendingCredential?: string
  mfaInfo?: { mfaEnrollmentId: string; displayName?: string }[]
}

type PolicyReply = {
  customStrengthOptions: {
    minPasswordLength?: number
    maxPasswordLength?: number
    containsLowercaseCharacter?: boolean
    containsUppercaseCharacter?: boolean
    containsNumericCharacter?: boolean
    containsNonAlphanumericCharacter?: boolean
  }
}

export type IdentityService = ReturnType<typeof createIdentityService>

/** The Firebase Auth API of the site that manages the accounts. Refuses with the codes of our own API. */
export function createIdentityService({ url, key }: Service, base: string) {
  async function call<Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
    const response = await fetchWithRetry(`${url}${path}?key=${encodeURIComponent(key)}`, {
      method,
      credentials: 'omit',
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (response.ok) return response.json()
    throw await refusalOf(response)
  }

  /** The refresh token of a completed sign-in. */
  function completed({ refreshToken, mfaPendingCredential, mfaInfo = [] }: SignInReply) {
    if (refreshToken) return refreshToken
    const [factor] = mfaInfo
    if (!mfaPendingCredential || !factor) throw new BrowserError('invalid-auth-event')
    throw new Refusal('multi-factor-auth-required', {
      pending: JSON.stringify({ mfaPendingCredential, mfaEnrollmentId: factor.mfaEnrollmentId }),
      factors: [{ id: factor.mfaEnrollmentId, name: factor.displayName ?? '' }],
    })
  }

  return {
    async signUp({ email, password, name }: { email: string; password: string; name: string }) {
      const given = { email, password, displayName: name, returnSecureToken: true }
      const reply = await call<SignInReply>('POST', 'v1/accounts:signUp', given)
      const mail = { requestType: 'VERIFY_EMAIL', idToken: reply.idToken, continueUrl: location.origin + base }
      // The account exists now. It can ask for another mail.
      await call('POST', 'v1/accounts:sendOobCode', mail).catch(() => {})
      return completed(reply)
    },
    async signIn({ email, password }: { email: string; password: string }) {
      const given = { email, password, returnSecureToken: true }
      return completed(await call<SignInReply>('POST', 'v1/accounts:signInWithPassword', given))
    },
    async finishSecondFactor({ pending, code }: { pending: string; code: string }) {
      const given: Record<string, unknown> = JSON.parse(pending)
      const totpVerificationInfo = { verificationCode: code }
      return completed(await call('POST', 'v2/accounts/mfaSignIn:finalize', { ...given, totpVerificationInfo }))
    },
    sendPasswordReset: (email: string) =>
      call('POST', 'v1/accounts:sendOobCode', {
        requestType: 'PASSWORD_RESET',
        email,
        continueUrl: `${location.origin}${base}auth/newauth`,
      }),
    async passwordPolicy(): Promise<PasswordPolicy> {
      const { customStrengthOptions: options } = await call<PolicyReply>('GET', 'v2/passwordPolicy')
      return {
        minLength: options.minPasswordLength ?? 6,
        maxLength: options.maxPasswordLength ?? 4096,
        lowercase: options.containsLowercaseCharacter ?? false,
        uppercase: options.containsUppercaseCharacter ?? false,
        numeric: options.containsNumericCharacter ?? false,
        symbol: options.containsNonAlphanumericCharacter ?? false,
      }
    },
  }
}

async function refusalOf(response: Response): Promise<Error> {
  const reply: { error?: { message?: unknown } } | null = await response.json().catch(() => null)
  const message = reply?.error?.message
  if (typeof message !== 'string') return new BrowserError('network-request-failed')
  const refusal = refusalForAuthMessage(message)
  const seconds = Number(response.headers.get('retry-after'))
  return refusal.code === 'too-many-requests' && seconds > 0
    ? new Refusal('too-many-requests', { retryAfter: seconds })
    : refusal
}
