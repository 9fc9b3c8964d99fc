import { type AuditRecord, recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type SecurityEvent =
  | 'signed-in'
  | 'sign-in-failed'
  | 'password-changed'
  | 'password-reset'
  | 'password-removed'
  | 'email-confirmed'
  | 'email-changed'
  | 'email-restored'
  | 'two-step-enabled'
  | 'two-step-disabled'
  | 'recovery-codes-replaced'
  | 'passkey-added'
  | 'passkey-removed'
  | 'provider-linked'
  | 'provider-removed'
  | 'sessions-ended'

type Needs = Pick<Ctx, 'db' | 'now' | 'viewer' | 'session'>

/** Records a change of how an account can be signed in to. In the transaction of the change. */
export async function recordSecurityEvent(
  ctx: Needs,
  uid: string,
  event: SecurityEvent,
  more: Pick<AuditRecord, 'after'> = {},
) {
  const person = await personOf(ctx, uid)
  // Anonymous accounts have no person.
  const target = person && { target: { kind: 'person', id: person.id } }
  await recordAudit(ctx, { action: `account.${event}`, actorId: person?.id ?? null, ...target, ...more })
}

/**
 * Records a refused sign-in, outside the transaction that it ends. An unknown address takes the same steps, so that
 * the time does not tell which addresses have accounts. The rate limits bound the number of entries.
 */
export async function recordFailedSignIn(ctx: Needs, uid: string | null, method: string) {
  const person = await personOf(ctx, uid ?? '')
  await recordAudit(ctx, {
    action: 'account.sign-in-failed' satisfies `account.${SecurityEvent}`,
    outcome: 'refused',
    actorId: null,
    ...(person && { target: { kind: 'person', id: person.id } }),
    after: { method },
  })
}

function personOf({ db }: Needs, uid: string) {
  return db.selectFrom('person').select('id').where('uid', '=', uid).executeTakeFirst()
}
