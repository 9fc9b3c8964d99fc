import type { AuditOutcome } from '#contract/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type AuditTarget = {
  kind: string
  id: string
  /** The name at the time. Leave it out for people, whose names are looked up, so that erasing them is complete. */
  name?: string
}

export type AuditRecord = {
  /** `subject.past-tense`, such as `category.renamed`. */
  action: string
  target?: AuditTarget
  /** What changed. Never a secret, an email address or the text of a person. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
  outcome?: AuditOutcome
  /** The person who acted, when it is not the viewer: a person who is just signing in. */
  actorId?: string | null
}

const MAX_NAME = 300

type Needs = Pick<Ctx, 'db' | 'now' | 'viewer' | 'session'>

/** Adds an entry to the audit log. In the transaction of the change, so that neither exists without the other. */
export async function recordAudit(ctx: Needs, record: AuditRecord) {
  const { action, target, before, after, reason = '', outcome = 'done' } = record
  const { address, requestId, source } = ctx.session
  // An admin who views the site as another person acts as themselves.
  const viewerId = ctx.viewer?.impersonation?.adminId ?? ctx.viewer?.id ?? null
  const actorId = record.actorId === undefined ? viewerId : record.actorId
  await ctx.db
    .insertInto('auditEntry')
    .values({
      at: ctx.now(),
      actorId,
      actorKind: actorId === null ? source : 'person',
      action,
      outcome,
      targetKind: target?.kind ?? null,
      targetId: target?.id ?? null,
      targetName: (target?.name ?? '').slice(0, MAX_NAME),
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      reason,
      address: address || null,
      requestId,
      keyId: ctx.viewer?.apiKey?.id ?? null,
    })
    .execute()
}

/** An attempt to call an endpoint without the role that it requires. Rate limits apply before, so the log cannot be flooded. */
export function recordDenied(ctx: Needs, endpoint: string) {
  return recordAudit(ctx, { action: 'access.refused', outcome: 'refused', target: { kind: 'endpoint', id: endpoint } })
}

export function recordExport(ctx: Needs, endpoint: string) {
  return recordAudit(ctx, { action: 'list.exported', target: { kind: 'endpoint', id: endpoint } })
}
