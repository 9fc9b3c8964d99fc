import { z } from 'zod'
import { DateFilter, adminListQuery } from './admin-list.ts'
import type { EndpointTable } from './endpoint.ts'
import { pageOf } from './shapes.ts'

export const actorKinds = ['person', 'visitor', 'operator', 'system'] as const
export type ActorKind = (typeof actorKinds)[number]

export const auditOutcomes = ['done', 'refused'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

const AuditPerson = z.object({ id: z.string(), handle: z.string(), name: z.string() })

export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actorKind: z.enum(actorKinds),
  /** Null when no person acted, or when the account was deleted since. */
  actor: AuditPerson.nullable(),
  actorId: z.string().nullable(),
  action: z.string(),
  outcome: z.enum(auditOutcomes),
  target: z.object({ kind: z.string(), id: z.string(), name: z.string(), person: AuditPerson.nullable() }).nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
  /** The API key that the call was made with. The name is null after its creator was erased. */
  key: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const auditSorts = ['at'] as const

export const auditEndpoints = {
  'GET /api/admin/audit': {
    access: 'admin',
    scope: 'audit:read',
    says: 'Lists the audit log, newest first. `q` finds names of targets, request ids, and people by handle.',
    query: adminListQuery(auditSorts).extend({
      actor: z.string().max(120).optional(),
      /** The id of an API key: what was done with it. */
      key: z.string().max(40).optional(),
      action: z.string().max(60).optional(),
      target: z.string().max(200).optional(),
      outcome: z.enum(auditOutcomes).optional(),
      from: DateFilter,
      to: DateFilter,
    }),
    reply: pageOf(AuditEntry),
  },
  'GET /api/admin/audit/actions': {
    access: 'admin',
    scope: 'audit:read',
    says: 'Lists the actions that occur in the audit log.',
    reply: z.array(z.string()),
  },
} satisfies EndpointTable
