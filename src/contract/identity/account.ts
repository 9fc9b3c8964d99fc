import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Viewer } from '#contract/viewer.ts'
import { Handle, PasswordText, PersonName } from './identity.ts'
import { CreationOptions, RegistrationResponse } from './passkeys.ts'

const Time = z.iso.datetime()
const Id = z.string().min(1).max(128)
const Label = z.string().trim().min(1).max(60)

/** A place elsewhere: of the web, or an address to write to. */
export const NewLink = z.object({
  label: z.string().trim().max(60).default(''),
  address: z
    .string()
    .trim()
    .max(500)
    .regex(/^(https?:\/\/[^\s]+|mailto:[^\s]+@[^\s]+)$/i, 'Write it as https://… or as mailto:…'),
})

/** Everything a person can see and change about how they sign in. */
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
      /** The browser that asks. */
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
    says: 'How you sign in: address, providers, second factor, passkeys and sessions.',
    reply: Account,
  },
  'PUT /api/profile': {
    access: 'reader',
    says: 'Your name, handle and a few words about you. Ends the first steps. What is left out stays as it is.',
    body: z.object({
      name: PersonName,
      handle: Handle,
      about: z.string().trim().max(500),
      story: z.string().trim().max(5000).optional(),
      links: z.array(NewLink).max(6).optional(),
      /** A picture of the viewer's library, or none. */
      header: z.string().max(40).nullable().optional(),
    }),
    reply: Viewer,
  },
  'POST /api/profile/welcomed': {
    access: 'reader',
    says: 'Skips the first steps.',
    reply: Viewer,
  },
  'POST /api/account/verification': {
    access: 'reader',
    says: 'Mails a link to confirm your address.',
    reply: Sent,
    limit: 'mail',
  },
  'POST /api/account/email': {
    access: 'reader',
    says: 'Mails a link to the new address; it counts from when the link is opened. Needs a recent sign-in.',
    body: z.object({ email: z.string().max(320) }),
    reply: Sent,
    limit: 'mail',
  },
  'POST /api/account/password': {
    access: 'reader',
    says: 'Sets your password and signs out everywhere else. Needs a recent sign-in.',
    body: z.object({ password: PasswordText }),
    reply: Account,
  },
  'POST /api/account/factors': {
    access: 'reader',
    says: 'Begins to add an authenticator app. Needs a recent sign-in and a confirmed address.',
    reply: z.object({ ticket: z.string(), secret: z.string(), address: z.string(), expiresAt: Time }),
  },
  'POST /api/account/factors/confirm': {
    access: 'reader',
    says: 'Adds the authenticator app once it has shown a right code, and hands out recovery codes.',
    body: z.object({ ticket: z.string().min(1).max(200), code: z.string().trim().min(6).max(20), name: Label }),
    reply: RecoveryCodes,
    limit: 'guess',
  },
  'DELETE /api/account/factors/{id}': {
    access: 'reader',
    says: 'Removes the authenticator app. Needs a recent sign-in.',
    params: z.object({ id: Id }),
    reply: Account,
  },
  'POST /api/account/recovery-codes': {
    access: 'reader',
    says: 'New recovery codes; the old ones stop working. Needs a recent sign-in.',
    reply: RecoveryCodes,
  },
  'POST /api/account/passkeys/options': {
    access: 'reader',
    says: 'What the browser needs to make a passkey. Needs a recent sign-in.',
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
    says: 'Removes a passkey, as long as another way to sign in is left. Needs a recent sign-in.',
    params: z.object({ id: z.string().min(1).max(2000) }),
    reply: Account,
  },
  'DELETE /api/account/sessions/{id}': {
    access: 'reader',
    says: 'Signs one browser out.',
    params: z.object({ id: Id }),
    reply: Account,
  },
  'DELETE /api/account/sessions': {
    access: 'reader',
    says: 'Signs out everywhere but here.',
    reply: Account,
  },
  'POST /api/account/providers': {
    access: 'reader',
    says: 'Links what the handler page brought back from another service. Needs a recent sign-in.',
    body: z.object({ requestUri: z.string().max(8000), sessionId: z.string().min(1).max(200) }),
    reply: Account,
  },
  'DELETE /api/account/providers/{id}': {
    access: 'reader',
    says: 'Takes away a way to sign in, as long as another is left. Needs a recent sign-in.',
    params: z.object({ id: Id }),
    reply: Account,
  },
  'DELETE /api/account': {
    access: 'reader',
    says: 'Deletes your account for good. Needs a recent sign-in.',
    reply: z.object({ deleted: z.literal(true) }),
  },
} satisfies EndpointTable
