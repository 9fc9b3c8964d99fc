import { z } from 'zod'
import { DateFilter, adminListQuery } from '#contract/admin-list.ts'
import { AuditEntry } from '#contract/audit.ts'
import { type EndpointTable, roles } from '#contract/endpoint.ts'
import { entitlementSources, membershipStates } from '#contract/membership/states.ts'
import { Id, Picture, pageOf } from '#contract/shapes.ts'
import { personStates } from './person-states.ts'

const Time = z.iso.datetime()

const AdminPerson = z.object({
  id: z.string(),
  handle: z.string(),
  name: z.string(),
  avatar: Picture.nullable(),
  role: z.enum(roles),
  state: z.enum(personStates),
  /** Null for people without an account, such as those of the demo. */
  email: z.string().nullable(),
  stories: z.int(),
  joinedAt: Time,
  /** The last use of a session, to half an hour. When they joined, for people who never signed in. */
  seenAt: Time,
})
export type AdminPerson = z.infer<typeof AdminPerson>

export const peopleSorts = ['name', 'joined', 'seen'] as const

/** A reason is stored in the audit log. */
const Reason = z.string().trim().max(500).default('')

const PersonNote = z.object({
  id: z.string(),
  text: z.string(),
  by: z.object({ id: z.string(), name: z.string(), handle: z.string() }).nullable(),
  createdAt: Time,
  /** Admins delete their own notes. */
  own: z.boolean(),
})
export type PersonNote = z.infer<typeof PersonNote>

const exportStates = ['waiting', 'ready', 'failed'] as const

const PersonExport = z.object({
  id: z.string(),
  state: z.enum(exportStates),
  createdAt: Time,
  size: z.int().nullable(),
  expiresAt: Time.nullable(),
})
export type PersonExport = z.infer<typeof PersonExport>

export const AdminPersonDetails = AdminPerson.extend({
  /** Whether it is the caller, who cannot disable, erase or view as themselves. */
  self: z.boolean(),
  about: z.string(),
  membership: z.object({
    /** Of their own subscription. */
    state: z.enum(membershipStates),
    /** With what they read members' stories now, and until when. Null for people who are no members. */
    reads: z
      .object({
        source: z.enum(entitlementSources),
        until: Time,
        /** Whether it goes on after that: it is the end of a period that renews. */
        renews: z.boolean(),
      })
      .nullable(),
  }),
  account: z
    .object({
      emailVerified: z.boolean(),
      hasPassword: z.boolean(),
      providers: z.array(z.string()),
      passkeys: z.int(),
      twoStep: z.boolean(),
      createdAt: Time,
      lastSignInAt: Time,
    })
    .nullable(),
  sessions: z.array(
    z.object({ id: z.string(), device: z.string(), createdAt: Time, lastUsedAt: Time, current: z.boolean() }),
  ),
  counts: z.object({
    stories: z.int(),
    drafts: z.int(),
    responses: z.int(),
    reports: z.int(),
    followers: z.int(),
    files: z.int(),
  }),
  notes: z.array(PersonNote),
  exports: z.array(PersonExport),
  audit: z.array(AuditEntry),
})
export type AdminPersonDetails = z.infer<typeof AdminPersonDetails>

const InvitationItem = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  by: z.string().nullable(),
  sentAt: Time,
  expiresAt: Time,
  expired: z.boolean(),
})
export type InvitationItem = z.infer<typeof InvitationItem>

const ErasureLine = z.object({ what: z.string(), count: z.int() })
export const ErasurePreview = z.object({
  deleted: z.array(ErasureLine),
  anonymized: z.array(ErasureLine),
  trashed: z.array(ErasureLine),
  kept: z.array(ErasureLine),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

const BulkResult = z.object({
  results: z.array(
    z.object({ id: z.string(), refused: z.object({ code: z.string(), message: z.string() }).nullable() }),
  ),
})

const PersonId = z.object({ id: Id })
const Done = z.object({ done: z.literal(true) })

export const peopleAdminEndpoints = {
  'GET /api/admin/people': {
    access: 'admin',
    scope: 'people:read',
    says: 'Lists people, the newest first. `q` finds words of names and handles, and the start of an email address.',
    query: adminListQuery(peopleSorts).extend({
      role: z.enum(roles).optional(),
      state: z.enum(personStates).optional(),
      /** Whether they read members' stories now, whatever the source. */
      member: z.enum(['yes', 'no']).optional(),
      joinedFrom: DateFilter,
      joinedTo: DateFilter,
      seenFrom: DateFilter,
      seenTo: DateFilter,
    }),
    reply: pageOf(AdminPerson),
  },
  'POST /api/admin/people/bulk': {
    access: 'admin',
    says: 'Changes the role of several people, disables, enables or signs them out. Replies for each person.',
    body: z.object({
      ids: z.array(Id).min(1).max(100),
      action: z.enum(['role', 'disable', 'enable', 'sign-out']),
      role: z.enum(roles).optional(),
      reason: Reason,
    }),
    reply: BulkResult,
  },
  'GET /api/admin/people/{id}': {
    access: 'admin',
    says: 'Returns a person with account, sessions, notes, exports and recent audit entries.',
    params: PersonId,
    reply: AdminPersonDetails,
  },
  'PUT /api/admin/people/{id}/role': {
    access: 'admin',
    says: 'Changes a role. `was` is the role that the admin saw: if it has changed since, fails with `version-conflict`.',
    params: PersonId,
    body: z.object({ role: z.enum(roles), was: z.enum(roles).optional(), reason: Reason }),
    reply: z.object({ role: z.enum(roles) }),
  },
  'PUT /api/admin/people/{id}/disabled': {
    access: 'admin',
    says: 'Disables an account, which signs out everywhere and hides the profile, or enables it again.',
    params: PersonId,
    body: z.object({ disabled: z.boolean(), reason: Reason }),
    reply: z.object({ disabled: z.boolean() }),
  },
  'POST /api/admin/people/{id}/sign-out': {
    access: 'admin',
    says: 'Ends all sessions of a person.',
    params: PersonId,
    reply: Done,
  },
  'DELETE /api/admin/people/{id}/sessions/{session}': {
    access: 'admin',
    says: 'Ends one session of a person.',
    params: PersonId.extend({ session: Id }),
    reply: Done,
  },
  'POST /api/admin/people/{id}/confirmation': {
    access: 'admin',
    says: 'Emails a person the link to confirm their address again.',
    params: PersonId,
    reply: Done,
    limit: 'mail',
  },
  'POST /api/admin/people/{id}/notes': {
    access: 'admin',
    says: 'Adds a private note about a person, which all admins see.',
    params: PersonId,
    body: z.object({ text: z.string().trim().min(1).max(4000) }),
    reply: PersonNote,
  },
  'DELETE /api/admin/people/{id}/notes/{note}': {
    access: 'admin',
    says: 'Deletes one of your own notes.',
    params: PersonId.extend({ note: Id }),
    reply: Done,
  },
  'POST /api/admin/people/{id}/exports': {
    access: 'admin',
    says: 'Starts an export of everything about a person. Replies with the running export if there is one.',
    params: PersonId,
    reply: PersonExport,
  },
  'GET /api/admin/people/{id}/erasure': {
    access: 'admin',
    says: 'Counts what an erasure deletes, anonymizes and keeps.',
    params: PersonId,
    reply: ErasurePreview,
  },
  'POST /api/admin/people/{id}/erasure': {
    access: 'admin',
    says: 'Permanently erases a person. `handle` repeats the handle as confirmation.',
    params: PersonId,
    body: z.object({ handle: z.string().max(60), reason: Reason }),
    reply: Done,
  },
  'POST /api/admin/people/{id}/impersonation': {
    access: 'admin',
    says: 'Shows this browser the site as another person sees it, read-only, for 30 minutes.',
    params: PersonId,
    reply: z.object({ endsAt: Time }),
  },
  'POST /api/impersonation/end': {
    access: 'anyone',
    says: 'Returns this browser to the admin’s own session. Idempotent.',
    reply: z.object({ personId: z.string().nullable() }),
    impersonated: 'allowed',
  },
  'GET /api/admin/invitations': {
    access: 'admin',
    says: 'Lists the invitations that were not used, the newest first.',
    query: z.object({
      before: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: pageOf(InvitationItem),
  },
  'POST /api/admin/invitations': {
    access: 'admin',
    says: 'Emails an invitation with a role. Fails with `email-already-in-use` and the person if there is an account.',
    body: z.object({ email: z.string().max(320), role: z.enum(roles) }),
    reply: InvitationItem,
    limit: 'mail',
  },
  'POST /api/admin/invitations/{id}/resend': {
    access: 'admin',
    says: 'Emails a new link for 7 more days. The earlier link stops working.',
    params: PersonId,
    reply: InvitationItem,
    limit: 'mail',
  },
  'DELETE /api/admin/invitations/{id}': {
    access: 'admin',
    says: 'Revokes an invitation.',
    params: PersonId,
    reply: Done,
  },
  'POST /api/invitations/look': {
    access: 'anyone',
    says: 'Returns the address and role of an invitation without using it.',
    body: z.object({ token: z.string().min(1).max(200) }),
    reply: z.object({ email: z.string(), role: z.enum(roles) }),
    limit: 'guess',
  },
} satisfies EndpointTable
