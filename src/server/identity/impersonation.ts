import { MINUTE_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import { requireStillAdmin } from '#server/people/last-admin.ts'
import type { Ctx, Identified } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { presentViewer } from './identify.ts'
import { createSecret, hashSecret } from './secrets.ts'

const LIFETIME_MS = 30 * MINUTE_MS

/**
 * Shows this browser the site as another person sees it. The admin's own session stays in its cookie: a second cookie
 * says who is viewed, and counts only together with it. The person's ID token is never issued, so nothing can be written.
 */
export async function startImpersonation(ctx: Ctx<Viewer>, personId: string) {
  const sessionId = ctx.signedIn?.sessionId
  if (!sessionId) throw new Refusal('not-allowed', { message: 'Sign in on this site to view it as another person.' })
  const { token, hash } = createSecret()
  const endsAt = await inTransaction(ctx, async (tx) => {
    await requireStillAdmin(tx)
    const person = await orNotFound(
      tx.db
        .selectFrom('person')
        .select(['role', 'uid', 'disabledAt'])
        .where('id', '=', personId)
        .where('erasedAt', 'is', null)
        .executeTakeFirst(),
    )
    if (person.role === 'admin') throw new Refusal('not-allowed', { message: 'You can’t view the site as an admin.' })
    if (person.disabledAt || !person.uid)
      throw new Refusal('wrong-state', { message: 'This person can’t sign in, so there is nothing to view.' })
    await endActive(tx, { sessionId })
    const createdAt = tx.now()
    const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS)
    const row = { id: newId(), tokenHash: hash, adminId: tx.viewer.id, personId, sessionId, createdAt, expiresAt }
    await tx.db.insertInto('impersonation').values(row).execute()
    await recordAudit(tx, { action: 'person.impersonated', target: { kind: 'person', id: personId } })
    return expiresAt
  })
  ctx.session.replaceViewAs(token)
  return { endsAt: endsAt.toISOString() }
}

/** Idempotent. The cookie is enough: ending gives the browser less, not more. */
export async function endImpersonation(ctx: Ctx) {
  const { viewAs } = ctx.session
  const ended = viewAs ? await inTransaction(ctx, (tx) => endActive(tx, { tokenHash: hashSecret(viewAs) })) : null
  ctx.session.replaceViewAs(null)
  return { personId: ended }
}

/** So that the audit log has the end of each one. Must run in a transaction. */
export async function endExpiredImpersonations(tx: Pick<Ctx, 'db' | 'now' | 'viewer' | 'session'>) {
  const expired = await tx.db
    .updateTable('impersonation')
    .set((eb) => ({ endedAt: eb.ref('expiresAt') }))
    .where('endedAt', 'is', null)
    .where('expiresAt', '<=', tx.now())
    .returning(['adminId', 'personId'])
    .execute()
  await recordEnds(tx, expired)
}

async function recordEnds(
  tx: Pick<Ctx, 'db' | 'now' | 'viewer' | 'session'>,
  ended: { adminId: string; personId: string }[],
) {
  for (const { adminId, personId } of ended) {
    const target = { kind: 'person', id: personId }
    await recordAudit(tx, { action: 'impersonation.ended', actorId: adminId, target })
  }
}

async function endActive(tx: Ctx, which: { sessionId: string } | { tokenHash: Buffer }) {
  let query = tx.db.updateTable('impersonation').set({ endedAt: tx.now() }).where('endedAt', 'is', null)
  query =
    'sessionId' in which
      ? query.where('sessionId', '=', which.sessionId)
      : query.where('tokenHash', '=', which.tokenHash)
  const ended = await query.returning(['adminId', 'personId']).execute()
  await recordEnds(tx, ended)
  return ended[0]?.personId ?? null
}

/** The impersonated person, or the admin. Not remembered: a role or a session may end at any time. */
export async function applyImpersonation(ctx: Ctx, own: Identified | null): Promise<Identified | null> {
  const { viewAs } = ctx.session
  if (!viewAs || own?.viewer.role !== 'admin' || !own.signedIn.sessionId) return own
  const row = await activeImpersonation(ctx, viewAs)
    .innerJoin('person', 'person.id', 'impersonation.personId')
    .innerJoin('account', 'account.uid', 'person.uid')
    .select(['person.id', 'person.handle', 'person.name', 'person.role', 'person.avatar', 'person.welcomedAt'])
    .select(['account.uid', 'impersonation.expiresAt'])
    .where('impersonation.adminId', '=', own.viewer.id)
    .where('impersonation.sessionId', '=', own.signedIn.sessionId)
    .where('person.disabledAt', 'is', null)
    .where('person.role', '!=', 'admin')
    .executeTakeFirst()
  if (!row) return own
  const { expiresAt, ...person } = row
  const impersonation = { adminId: own.viewer.id, endsAt: expiresAt.toISOString() }
  return { viewer: { ...presentViewer(ctx.site.base, person), impersonation }, signedIn: own.signedIn }
}

/** Whether the browser views the site as another person, so that its writes are refused. */
export async function isImpersonating(ctx: Ctx) {
  const { viewAs } = ctx.session
  if (!viewAs) return false
  const found = await activeImpersonation(ctx, viewAs)
    .innerJoin('session', 'session.id', 'impersonation.sessionId')
    .innerJoin('person', 'person.id', 'impersonation.adminId')
    .select('impersonation.id')
    .where('session.endedAt', 'is', null)
    .where('person.role', '=', 'admin')
    .where('person.disabledAt', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

function activeImpersonation({ db, now }: Ctx, token: string) {
  return db
    .selectFrom('impersonation')
    .where('impersonation.tokenHash', '=', hashSecret(token))
    .where('impersonation.endedAt', 'is', null)
    .where('impersonation.expiresAt', '>', now())
}
