import { beforeEach, expect, test, vi } from 'vitest'
import type { EndpointKey } from '#contract/endpoints.ts'
import { weaknessMessages } from '#contract/identity/weak-passwords.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { aViewer, fakeApi } from '#test/render-page.tsx'
import { callThroughService } from './service-calls.ts'

const service = { url: 'https://home.example/', key: 'its key' }
const replies = new Map<string, () => Response>()
const asked: { path: string; body: unknown }[] = []
beforeEach(() => {
  replies.clear()
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname, search } = new URL(address)
    asked.push({ path: pathname, body: typeof init.body === 'string' ? JSON.parse(init.body) : null })
    if (search !== '?key=its%20key' || init.credentials !== 'omit') throw new Error(`unexpected ${search}`)
    return replies.get(pathname)?.() ?? Response.json({})
  })
})

const refuse = (message: string) => () => Response.json({ error: { code: 400, message } }, { status: 400 })

function call(key: EndpointKey, body?: unknown) {
  const { api, asked: calls } = fakeApi({ 'POST /api/sign-in/service': () => ({ viewer: aViewer, isNew: false }) })
  const run = vi.fn<() => Promise<string>>(async () => 'here')
  const result = callThroughService({ key, input: { body } }, run, { api, base: '/', service })
  return { result, entered: () => calls('POST /api/sign-in/service').map(({ input }) => input), run }
}

const credentials = { email: 'ada@example.com', password: 'secret' }

test('the password goes to the service, and its refresh token to this site', async () => {
  replies.set('/v1/accounts:signInWithPassword', () => Response.json({ refreshToken: 'r1', idToken: 'i1' }))
  const { result, entered, run } = call('POST /api/sign-in', credentials)
  expect(await result).toEqual({ viewer: aViewer, isNew: false })
  expect(asked).toEqual([
    { path: '/v1/accounts:signInWithPassword', body: { ...credentials, returnSecureToken: true } },
  ])
  expect(entered()).toEqual([{ body: { refreshToken: 'r1' } }])
  expect(run).not.toHaveBeenCalled()
})

test('a new account asks for the mail that confirms its address', async () => {
  replies.set('/v1/accounts:signUp', () => Response.json({ refreshToken: 'r1', idToken: 'i1' }))
  const { result, entered } = call('POST /api/sign-up', { ...credentials, name: 'Ada' })
  await result
  expect(asked[0]?.body).toEqual({ ...credentials, displayName: 'Ada', returnSecureToken: true })
  expect(asked[1]).toMatchObject({ body: { requestType: 'VERIFY_EMAIL', idToken: 'i1' } })
  expect(entered()).toHaveLength(1)
})

test('a second factor is asked for and completed', async () => {
  const mfaInfo = [{ mfaEnrollmentId: 'f1', displayName: 'Phone', totpInfo: {} }]
  replies.set('/v1/accounts:signInWithPassword', () => Response.json({ mfaPendingCredential: 'p1', mfaInfo }))
  const refused = await call('POST /api/sign-in', credentials).result.catch((error: unknown) => error)
  expect(refused).toMatchObject({
    code: 'multi-factor-auth-required',
    details: { pending: expect.any(String), factors: [{ id: 'f1', name: 'Phone' }] },
  })
  const { pending } = (refused as { details: { pending: string } }).details
  replies.set('/v2/accounts/mfaSignIn:finalize', () => Response.json({ refreshToken: 'r2', idToken: 'i2' }))
  const { result, entered } = call('POST /api/sign-in/second-factor', { pending, code: '123456' })
  await result
  expect(asked.at(-1)?.body).toEqual({
    mfaPendingCredential: 'p1',
    mfaEnrollmentId: 'f1',
    totpVerificationInfo: { verificationCode: '123456' },
  })
  expect(entered()).toEqual([{ body: { refreshToken: 'r2' } }])
})

test.each([
  ['INVALID_LOGIN_CREDENTIALS', 'invalid-credential'],
  ['EMAIL_EXISTS', 'email-already-in-use'],
  ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [x]', 'password-does-not-meet-requirements'],
  ['WEAK_PASSWORD : too common', 'password-does-not-meet-requirements'],
  ['USER_DISABLED', 'user-disabled'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'too-many-requests'],
  ['SOMETHING_NEW', 'operation-not-allowed'],
])('%s of the service is the code %s', async (message, code) => {
  replies.set('/v1/accounts:signInWithPassword', refuse(message))
  const { result, entered } = call('POST /api/sign-in', credentials)
  await expect(result).rejects.toMatchObject({ code })
  expect(entered()).toEqual([])
})

test.each([
  [weaknessMessages.common, 'most common passwords'],
  [weaknessMessages.personal, 'contains your email address'],
  ['Password should be at least 6 characters', 'does not meet the requirements'],
])('the service’s reason “%s” is shown', async (text, shown) => {
  replies.set('/v1/accounts:signUp', refuse(`WEAK_PASSWORD : ${text}`))
  const error: unknown = await call('POST /api/sign-up', credentials).result.catch((refused: unknown) => refused)
  expect(errorMessage(error)).toContain(shown)
})

test('the policy and password resets come from the service, everything else from this site', async () => {
  const customStrengthOptions = { minPasswordLength: 10, containsNumericCharacter: true }
  replies.set('/v2/passwordPolicy', () => Response.json({ schemaVersion: 1, customStrengthOptions }))
  expect(await call('GET /api/password-policy').result).toMatchObject({ minLength: 10, numeric: true, symbol: false })
  await call('POST /api/mailed/reset', { email: 'ada@example.com' }).result
  expect(asked.at(-1)).toMatchObject({ path: '/v1/accounts:sendOobCode', body: { requestType: 'PASSWORD_RESET' } })
  const { result, run } = call('PUT /api/profile', {})
  expect(await result).toBe('here')
  expect(run).toHaveBeenCalledOnce()
})
