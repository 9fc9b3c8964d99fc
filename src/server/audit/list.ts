import type { AuditEntry } from '#contract/audit.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type AuditQuery, auditPage, peopleNamed } from './queries.ts'

type Row = Awaited<ReturnType<typeof auditPage>>['shown'][number]

export async function listAudit(ctx: Ctx, asked: AuditQuery): Promise<PageOf<AuditEntry>> {
  const [actor, named] = await Promise.all([
    asked.actor ? findPersonId(ctx, asked.actor) : null,
    asked.q ? peopleNamed(ctx.db, asked.q) : [],
  ])
  // A person who does not exist has done nothing.
  if (asked.actor && !actor) return { items: [], next: null }
  const { shown, next } = await auditPage(ctx.db, asked, { actor, named: named.map(({ id }) => id) })
  return { items: shown.map(present), next }
}

async function findPersonId({ db }: Ctx, ref: string) {
  const handle = ref.toLowerCase().replace(/^@/, '')
  const person = await db
    .selectFrom('person')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', ref), eb('handle', '=', handle)]))
    .executeTakeFirst()
  return person?.id ?? null
}

function present(row: Row): AuditEntry {
  const { actorId, actorName, actorHandle, targetKind, targetId, personName, personHandle } = row
  const actor = actorId && actorName && actorHandle ? { id: actorId, name: actorName, handle: actorHandle } : null
  const person =
    targetId && personName && personHandle ? { id: targetId, name: personName, handle: personHandle } : null
  return {
    id: row.id,
    at: row.at.toISOString(),
    actorKind: row.actorKind,
    actor,
    actorId,
    action: row.action,
    outcome: row.outcome,
    target: targetKind && targetId !== null ? { kind: targetKind, id: targetId, name: row.targetName, person } : null,
    before: row.before,
    after: row.after,
    reason: row.reason,
    address: row.address,
    requestId: row.requestId,
    key: row.keyId === null ? null : { id: row.keyId, name: row.keyName },
  }
}
