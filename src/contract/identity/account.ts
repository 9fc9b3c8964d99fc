import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Amount, Currency } from '#contract/membership/membership.ts'
import { Viewer } from '#contract/viewer.ts'
import { Handle, PasswordText, PersonName } from './identity.ts'
import { CreationOptions, RegistrationResponse } from './passkeys.ts'

const Time = z.iso.datetime()
const Id = z.string().min(1).max(128)
const Label = z.string().trim().min(1).max(60)

/** A link on a profile: a web or email address. */
export const NewLink = z.object({
  label: z.string().trim().max(60).default(''),
  address: z
    .string()
    .trim()
    .max(500)
    .regex(/^(https?:\/\/[^\s]+|mailto:[^\s]+@[^\s]+)$/i, 'Start the address with https:// or mailto:.'),
})

/** The sign-in settings of an account, as its owner sees them. */
export const Account = z.object({
  uid: z.string(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  hasPassword: z.boolean(),
  providers: z.array(z.object({ id: z.string(), name: z.string(), email: z.string().nullable() })),
  factors: z.array(z.object({ id: z.string(), name: z.string(), enrolledAt: Time })),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), createdAt: Time, lastUsedAt: Time.nullable() })),
  sessions: z.array(
    z.object({
      id: z.string(),
      /** The session of this request. */
      current: z.boolean(),
      device: z.string(),
      createdAt: Time,
      lastUsedAt: Time,
    }),
  ),
})
export type Account = z.infer<typeof Account>

const Sent = z.object({ sent: z.literal(true) })
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const accountEndpoints = {
  'GET /api/account': {
    access: 'reader',
    says: 'Returns your sign-in settings: email address, providers, second factor, passkeys and sessions.',
    reply: Account,
    impersonated: 'hidden',
  },
  'PUT /api/profile': {
    access: 'reader',
    says: 'Updates your profile and completes onboarding. Omitted optional fields stay unchanged.',
    body: z.object({
      name: PersonName,
      handle: Handle,
      about: z.string().trim().max(500),
      story: z.string().trim().max(5000).optional(),
      links: z.array(NewLink).max(6).optional(),
      /** The id of a picture in your library, or null for none. */
      header: z.string().max(40).nullable().optional(),
    }),
    reply: Viewer,
  },
  'POST /api/profile/welcomed': {
    access: 'reader',
    says: 'Skips onboarding.',
    reply: Viewer,
  },
  'POST /api/account/verification': {
    access: 'reader',
    says: 'Emails you a link to confirm your address.',
    reply: Sent,
    limit: 'mail',
  },
  'POST /api/account/email': {
    access: 'reader',
    says: 'Emails a link to the new address. The change takes effect when the link is confirmed. Requires a recent sign-in.',
    body: z.object({ email: z.string().max(320) }),
    reply: Sent,
    limit: 'mail',
  },
  'POST /api/account/password': {
    access: 'reader',
    says: 'Sets your password and signs out everywhere else. Requires a recent sign-in.',
    body: z.object({ password: PasswordText }),
    reply: Account,
  },
  'POST /api/account/factors': {
    access: 'reader',
    says: 'Starts adding an authenticator app. Requires a recent sign-in and a confirmed address.',
    reply: z.object({ ticket: z.string(), secret: z.string(), address: z.string(), expiresAt: Time }),
  },
  'POST /api/account/factors/confirm': {
    access: 'reader',
    says: 'Verifies a code from the authenticator app, adds the app and returns recovery codes.',
    body: z.object({ ticket: z.string().min(1).max(200), code: z.string().trim().min(6).max(20), name: Label }),
    reply: RecoveryCodes,
    limit: 'guess',
  },
  'DELETE /api/account/factors/{id}': {
    access: 'reader',
    says: 'Removes the authenticator app. Requires a recent sign-in.',
    params: z.object({ id: Id }),
    reply: Account,
  },
  'POST /api/account/recovery-codes': {
    access: 'reader',
    says: 'Creates new recovery codes. The old ones stop working. Requires a recent sign-in.',
    reply: RecoveryCodes,
  },
  'POST /api/account/passkeys/options': {
    access: 'reader',
    says: 'Returns the WebAuthn options for creating a passkey. Requires a recent sign-in.',
    reply: z.object({ ticket: z.string(), options: CreationOptions }),
  },
  'POST /api/account/passkeys': {
    access: 'reader',
    says: 'Adds a passkey.',
    body: z.object({ ticket: z.string().min(1).max(200), name: Label, response: RegistrationResponse }),
    reply: Account,
  },
  'DELETE /api/account/passkeys/{id}': {
    access: 'reader',
    says: 'Removes a passkey. Refused if it is the only sign-in method. Requires a recent sign-in.',
    params: z.object({ id: z.string().min(1).max(2000) }),
    reply: Account,
  },
  'DELETE /api/account/sessions/{id}': {
    access: 'reader',
    says: 'Ends one session.',
    params: z.object({ id: Id }),
    reply: Account,
  },
  'DELETE /api/account/sessions': {
    access: 'reader',
    says: 'Ends all sessions except the current one.',
    reply: Account,
  },
  'POST /api/account/providers': {
    access: 'reader',
    says: 'Links a provider account, with the result from the handler page. Requires a recent sign-in.',
    body: z.object({ requestUri: z.string().max(8000), sessionId: z.string().min(1).max(200) }),
    reply: Account,
  },
  'DELETE /api/account/providers/{id}': {
    access: 'reader',
    says: 'Unlinks a provider. Refused if it is the only sign-in method. Requires a recent sign-in.',
    params: z.object({ id: Id }),
    reply: Account,
  },
  'GET /api/account/deletion': {
    access: 'reader',
    says: 'Returns what the site owes you, which can’t be paid out once your account is deleted. Amounts of test mode are left out.',
    reply: z.object({ owed: z.array(z.object({ currency: Currency, amount: Amount })) }),
  },
  'DELETE /api/account': {
    access: 'reader',
    says: 'Permanently deletes your account. Requires a recent sign-in.',
    reply: z.object({ deleted: z.literal(true) }),
  },
} satisfies EndpointTable
