import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Viewer } from '#contract/viewer.ts'
import { roles } from '#contract/endpoint.ts'
import { AuthenticationResponse, RequestOptions } from './passkeys.ts'
import { Picture } from '#contract/shapes.ts'

/** Three to forty letters, digits and hyphens; no hyphen at either end. */
export const Handle = z.string().regex(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/)

export const PersonName = z.string().trim().min(1).max(80)

/** Looked at by the service, which says what is wrong with it by a code of its own. */
const EmailText = z.string().max(320)
/** Of any length: the service says that it is too long by the code for passwords. A body has a limit of its own. */
export const PasswordText = z.string()
const Code = z.string().min(1).max(200)

/** What a password must be like. */
export const PasswordPolicy = z.object({
  minLength: z.int(),
  maxLength: z.int(),
  lowercase: z.boolean(),
  uppercase: z.boolean(),
  numeric: z.boolean(),
  symbol: z.boolean(),
})
export type PasswordPolicy = z.infer<typeof PasswordPolicy>

/** A page of another service that vouches for people. */
export const Provider = z.object({ id: z.string(), name: z.string() })

/** The account behind a person, in the words of the specification. */
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

/** The browser is signed in: the cookie came with this answer. */
export const SignedIn = z.object({ viewer: Viewer, isNew: z.boolean() })
export type SignedIn = z.infer<typeof SignedIn>

/** The details of `multi-factor-auth-required`. */
export type SecondFactorNeeded = { pending: string; factors: { id: string; name: string }[] }

export const actionKinds = ['verify', 'reset', 'sign-in', 'change', 'recover'] as const
export type ActionKind = (typeof actionKinds)[number]

const Sent = z.object({ sent: z.literal(true) })

export const identityEndpoints = {
  'GET /api/viewer': {
    access: 'anyone',
    says: 'Who is asking, or null for a visitor.',
    reply: Viewer.nullable(),
  },
  'GET /api/sign-in': {
    access: 'anyone',
    says: 'The ways to sign in that this site offers.',
    reply: z.object({
      password: z.boolean(),
      emailLink: z.boolean(),
      providers: z.array(Provider),
      policy: PasswordPolicy,
      /** False while the site waits for its first admin. */
      setUp: z.boolean(),
    }),
  },
  'GET /api/password-policy': {
    access: 'anyone',
    says: 'What a password must be like. Fetched anew whenever one was refused.',
    reply: PasswordPolicy,
  },
  'POST /api/setup': {
    access: 'anyone',
    says: 'Makes the first admin, with the one-time link printed at the first start.',
    body: z.object({ token: Code, name: PersonName, handle: Handle, email: EmailText, password: PasswordText }),
    reply: SignedIn,
    limit: 'guess',
  },
  'POST /api/sign-up': {
    access: 'anyone',
    says: 'Makes an account, signs the browser in and mails a link to confirm the address.',
    body: z.object({ email: EmailText, password: PasswordText, name: PersonName }),
    reply: SignedIn,
    limit: 'sign-up',
  },
  'POST /api/sign-in': {
    access: 'anyone',
    says: 'Signs the browser in with a password. A second factor is asked for by its own code.',
    body: z.object({ email: EmailText, password: PasswordText }),
    reply: SignedIn,
    // The service counts it, by account and device.
    limit: 'read',
  },
  'POST /api/sign-in/second-factor': {
    access: 'anyone',
    says: 'Finishes a sign-in with a code of the authenticator app, or with a recovery code.',
    body: z.object({ pending: Code, code: z.string().trim().min(6).max(20) }),
    reply: SignedIn,
    // The service counts it, by account and device.
    limit: 'read',
  },
  'POST /api/sign-in/link': {
    access: 'anyone',
    says: 'Signs the browser in with the code of a mailed link.',
    body: z.object({ email: EmailText, code: Code }),
    reply: SignedIn,
    limit: 'sign-in',
  },
  'POST /api/sign-in/provider': {
    access: 'anyone',
    says: 'Signs the browser in with what the handler page brought back from another service.',
    body: z.object({ requestUri: z.string().max(8000), sessionId: Code }),
    reply: SignedIn,
    limit: 'sign-in',
  },
  'POST /api/sign-in/passkey/options': {
    access: 'anyone',
    says: 'What the browser needs to ask for a passkey.',
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
    says: 'A new ID token for the session that the cookie names, and the account it is for.',
    reply: z.object({ token: z.string(), expiresAt: z.iso.datetime(), account: AccountFields }),
    // Every page of a signed-in person asks, and an office full of them may share an address.
    limit: 'read',
  },
  'POST /api/sign-out': {
    access: 'anyone',
    says: 'Ends the session of the browser that asks. Asking twice does no harm.',
    reply: z.object({ signedIn: z.literal(false) }),
  },
  'GET /api/users': {
    access: 'reader',
    says: 'The users records of an account: your own, and nobody else’s.',
    query: z.object({ uid: z.string().min(1).max(128) }),
    reply: z.array(UserRecord),
  },
  'POST /api/mailed/reset': {
    access: 'anyone',
    says: 'Mails a link to choose a new password. The answer does not tell whether the address is known.',
    body: z.object({ email: EmailText }),
    reply: Sent,
    // The service counts it, by account and device.
    limit: 'read',
  },
  'POST /api/mailed/sign-in': {
    access: 'anyone',
    says: 'Mails a link that signs in without a password. The answer does not tell whether the address is known.',
    body: z.object({ email: EmailText, next: z.string().max(2000).optional() }),
    reply: Sent,
    // The service counts it, by account and device.
    limit: 'read',
  },
  'POST /api/mailed/look': {
    access: 'anyone',
    says: 'What a mailed code is for, without spending it.',
    body: z.object({ code: Code }),
    reply: z.object({ kind: z.enum(actionKinds), email: z.string().nullable(), newEmail: z.string().nullable() }),
    limit: 'guess',
  },
  'POST /api/mailed/apply': {
    access: 'anyone',
    says: 'Spends a code that confirms, changes or restores an address.',
    body: z.object({ code: Code }),
    reply: z.object({ kind: z.enum(actionKinds), email: z.string() }),
    limit: 'guess',
  },
  'POST /api/mailed/password': {
    access: 'anyone',
    says: 'Spends a reset code and sets the password. A password that is refused does not spend it.',
    body: z.object({ code: Code, password: PasswordText }),
    reply: z.object({ email: z.string() }),
    limit: 'guess',
  },
} satisfies EndpointTable
