import { z } from 'zod'
import { type EndpointTable, roles } from '#contract/endpoint.ts'
import { signUpModes } from '#contract/settings/features.ts'
import { Viewer } from '#contract/viewer.ts'
import { AuthenticationResponse, RequestOptions } from './passkeys.ts'
import { Picture } from '#contract/shapes.ts'

/** 3 to 40 lowercase letters, digits and hyphens, with no hyphen at either end. */
export const Handle = z.string().regex(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/)

export const PersonName = z.string().trim().min(1).max(80)

/** Validated by the service, which has error codes for it. */
const EmailText = z.string().max(320)
/** No maximum length here: the service refuses long passwords with the password error code. The body size is limited anyway. */
export const PasswordText = z.string()
const Code = z.string().min(1).max(200)

export const PasswordPolicy = z.object({
  minLength: z.int(),
  maxLength: z.int(),
  lowercase: z.boolean(),
  uppercase: z.boolean(),
  numeric: z.boolean(),
  symbol: z.boolean(),
})
export type PasswordPolicy = z.infer<typeof PasswordPolicy>

/** An identity provider. */
export const Provider = z.object({ id: z.string(), name: z.string() })

/** The account of a person, with the field names of the specification. */
export const AccountFields = z.object({
  uid: z.string(),
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  phoneNumber: z.string().nullable(),
  tenantId: z.string().nullable(),
  isAnonymous: z.boolean(),
  providers: z.array(
    z.object({
      providerId: z.string(),
      uid: z.string(),
      email: z.string().nullable(),
      displayName: z.string().nullable(),
    }),
  ),
  creationTime: z.iso.datetime(),
  lastSignInTime: z.iso.datetime(),
})
export type AccountFields = z.infer<typeof AccountFields>

/** The users record that belongs to an account. */
export const UserRecord = z.object({
  id: z.string(),
  uid: z.string(),
  handle: z.string(),
  name: z.string(),
  about: z.string(),
  role: z.enum(roles),
  avatar: Picture.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type UserRecord = z.infer<typeof UserRecord>

/** The response also sets the session cookie. */
export const SignedIn = z.object({ viewer: Viewer, isNew: z.boolean() })
export type SignedIn = z.infer<typeof SignedIn>

/** The details of `multi-factor-auth-required`. */
export type SecondFactorNeeded = { pending: string; factors: { id: string; name: string }[] }

const actionKinds = ['verify', 'reset', 'sign-in', 'change', 'recover'] as const
export type ActionKind = (typeof actionKinds)[number]

const Sent = z.object({ sent: z.literal(true) })

export const identityEndpoints = {
  'GET /api/viewer': {
    access: 'anyone',
    scope: 'any',
    says: 'Returns the signed-in user, or null for a visitor.',
    reply: Viewer.nullable(),
  },
  'GET /api/sign-in': {
    access: 'anyone',
    says: 'Lists the sign-in methods this site offers.',
    reply: z.object({
      password: z.boolean(),
      emailLink: z.boolean(),
      passkey: z.boolean(),
      providers: z.array(Provider),
      policy: PasswordPolicy,
      /** False until the site has its first admin. */
      setUp: z.boolean(),
      /** The URL of the site that manages the accounts, if it is another one. */
      service: z.string().nullable(),
      /** Who can join. With domains, only confirmed addresses of theirs, unless a person was invited. */
      signUp: z.object({ mode: z.enum(signUpModes), domains: z.array(z.string()) }),
    }),
  },
  'GET /api/password-policy': {
    access: 'anyone',
    says: 'Returns the password policy. Refetch it when a password is refused.',
    reply: PasswordPolicy,
  },
  'POST /api/setup': {
    access: 'anyone',
    says: 'Creates the first admin, with the token of the one-time setup link that the server prints at startup.',
    body: z.object({ token: Code, name: PersonName, handle: Handle, email: EmailText, password: PasswordText }),
    reply: SignedIn,
    limit: 'guess',
  },
  'POST /api/sign-up': {
    access: 'anyone',
    says: 'Creates an account, signs the browser in and emails a link to confirm the address.',
    body: z.object({
      email: EmailText,
      password: PasswordText,
      name: PersonName,
      /** The token of an invitation link. */
      invitation: Code.optional(),
    }),
    reply: SignedIn,
    limit: 'sign-up',
  },
  'POST /api/sign-in': {
    access: 'anyone',
    says: 'Signs the browser in with a password. If the account has a second factor, fails with `multi-factor-auth-required`.',
    body: z.object({ email: EmailText, password: PasswordText }),
    reply: SignedIn,
    // The service applies its own rate limit, by account and device.
    limit: 'read',
  },
  'POST /api/sign-in/second-factor': {
    access: 'anyone',
    says: 'Completes a sign-in with a code from the authenticator app or a recovery code.',
    body: z.object({ pending: Code, code: z.string().trim().min(6).max(20) }),
    reply: SignedIn,
    // The service applies its own rate limit, by account and device.
    limit: 'read',
  },
  'POST /api/sign-in/link': {
    access: 'anyone',
    says: 'Signs the browser in with the code from an emailed link.',
    body: z.object({ email: EmailText, code: Code }),
    reply: SignedIn,
    limit: 'sign-in',
  },
  'POST /api/sign-in/provider': {
    access: 'anyone',
    says: 'Signs the browser in with a provider, with the result from the handler page.',
    body: z.object({ requestUri: z.string().max(8000), sessionId: Code }),
    reply: SignedIn,
    limit: 'sign-in',
  },
  'POST /api/sign-in/service': {
    access: 'anyone',
    says: 'Signs in with a refresh token from the external identity service.',
    body: z.object({ refreshToken: z.string().min(1).max(4096) }),
    reply: SignedIn,
    limit: 'sign-in',
  },
  'POST /api/sign-in/passkey/options': {
    access: 'anyone',
    says: 'Returns the WebAuthn options for signing in with a passkey.',
    reply: z.object({ ticket: z.string(), options: RequestOptions }),
    limit: 'sign-in',
  },
  'POST /api/sign-in/passkey': {
    access: 'anyone',
    says: 'Signs the browser in with a passkey.',
    body: z.object({ ticket: Code, response: AuthenticationResponse }),
    reply: SignedIn,
    limit: 'sign-in',
  },
  'POST /api/session/token': {
    access: 'anyone',
    says: 'Returns a new ID token for the session in the cookie, and its account.',
    reply: z.object({ token: z.string(), expiresAt: z.iso.datetime(), account: AccountFields }),
    // Every page of a signed-in user calls it, and many users may share an IP address.
    limit: 'read',
  },
  'POST /api/sign-out': {
    access: 'anyone',
    says: 'Ends the current session. Idempotent.',
    reply: z.object({ signedIn: z.literal(false) }),
    impersonated: 'allowed',
  },
  'GET /api/users': {
    access: 'reader',
    says: 'Lists the users records of your own account.',
    query: z.object({ uid: z.string().min(1).max(128) }),
    reply: z.array(UserRecord),
  },
  'POST /api/mailed/reset': {
    access: 'anyone',
    says: 'Emails a password reset link. The response does not reveal whether an account uses the address.',
    body: z.object({ email: EmailText }),
    reply: Sent,
    // The service applies its own rate limit, by account and device.
    limit: 'read',
  },
  'POST /api/mailed/sign-in': {
    access: 'anyone',
    says: 'Emails a link that signs in without a password. The response does not reveal whether an account uses the address.',
    body: z.object({ email: EmailText, next: z.string().max(2000).optional() }),
    reply: Sent,
    // The service applies its own rate limit, by account and device.
    limit: 'read',
  },
  'POST /api/mailed/look': {
    access: 'anyone',
    says: 'Returns the purpose of an emailed code without using it.',
    body: z.object({ code: Code }),
    reply: z.object({ kind: z.enum(actionKinds), email: z.string().nullable(), newEmail: z.string().nullable() }),
    limit: 'guess',
  },
  'POST /api/mailed/apply': {
    access: 'anyone',
    says: 'Uses a code that confirms, changes or restores an address.',
    body: z.object({ code: Code }),
    reply: z.object({ kind: z.enum(actionKinds), email: z.string() }),
    limit: 'guess',
  },
  'POST /api/mailed/password': {
    access: 'anyone',
    says: 'Sets the password with a reset code. If the password is refused, the code stays valid.',
    body: z.object({ code: Code, password: PasswordText }),
    reply: z.object({ email: z.string() }),
    limit: 'guess',
  },
} satisfies EndpointTable
