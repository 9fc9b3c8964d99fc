import type { Role } from '#contract/endpoint.ts'
import type { Received } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import { sendVerification } from '#server/identity/email-actions.ts'
import { findAccountByUid } from '#server/identity/find-accounts.ts'
import { disableUser, endUserSession, signOutUser } from '#server/identity/manage-users.ts'
import { revokeEndedSessions } from '#server/identity/service-sessions.ts'
import { setRole } from '#server/people/create.ts'
import { requireStillAdmin } from '#server/people/last-admin.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { refusalOf } from '#server/platform/refusal-of.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { personById } from './queries.ts'

type RoleChange = { role: Role; was?: Role | undefined; reason: string }

/** Also for commands, which name people by handle. */
export async function changeRole(ctx: Ctx, by: { id: string } | { handle: string }, given: RoleChange) {
  const { role, was, reason } = given
  return inTransaction(ctx, async (tx) => {
    await requireStillAdmin(tx)
    const changed = await setRole(tx, by, role)
    // Both admins want the same: no conflict.
    if (was !== undefined && changed.was !== was && changed.was !== role)
      throw new Refusal('version-conflict', {
        role: changed.was,
        message: `Another admin has changed this role to ${changed.was}. Check it and try again.`,
      })
    if (changed.was !== role)
      await recordAudit(tx, {
        action: 'person.role-changed',
        target: { kind: 'person', id: changed.id },
        before: { role: changed.was },
        after: { role },
        reason,
      })
    return changed
  })
}

/** Admins disable themselves by deleting their account, so that they cannot lock themselves out by accident. */
export async function setPersonDisabled(ctx: Ctx<Viewer>, id: string, given: { disabled: boolean; reason: string }) {
  if (given.disabled && id === ctx.viewer.id)
    throw new Refusal('not-allowed', { message: 'You can’t disable your own account.' })
  const { uid } = await orNotFound(personById(ctx.db, id))
  await inTransaction(ctx, async (tx) => {
    await requireStillAdmin(tx)
    await disableUser(tx, { uid, personId: id }, given)
  })
  if (uid) await revokeEndedSessions(ctx, uid)
  return { disabled: given.disabled }
}

export async function signOutPerson(ctx: Ctx<Viewer>, id: string) {
  await signOutUser(ctx, { uid: await uidOf(ctx, id) })
  return { done: true as const }
}

export async function endPersonSession(ctx: Ctx<Viewer>, id: string, sessionId: string) {
  await endUserSession(ctx, { uid: await uidOf(ctx, id), personId: id }, sessionId)
  return { done: true as const }
}

export async function resendConfirmation(ctx: Ctx<Viewer>, id: string) {
  const account = await orNotFound(findAccountByUid(ctx.db, await uidOf(ctx, id)))
  if (account.emailVerified) throw new Refusal('wrong-state', { message: 'This address is already confirmed.' })
  await sendVerification(ctx, { account })
  await inTransaction(ctx, (tx) =>
    recordAudit(tx, { action: 'person.confirmation-sent', target: { kind: 'person', id } }),
  )
  return { done: true as const }
}

async function uidOf({ db }: Ctx, id: string) {
  const { uid } = await orNotFound(personById(db, id))
  if (!uid) throw new Refusal('not-found', { message: 'This person has no account.' })
  return uid
}

type Bulk = Received<'POST /api/admin/people/bulk'>['body']

/** One transaction per person: a refusal concerns one row, and the request can be repeated. */
export async function changePeople(ctx: Ctx<Viewer>, { ids, action, role, reason }: Bulk) {
  const change = async (id: string): Promise<unknown> => {
    if (action === 'sign-out') return signOutPerson(ctx, id)
    if (action !== 'role') return setPersonDisabled(ctx, id, { disabled: action === 'disable', reason })
    if (!role) throw new Refusal('invalid', { issues: [{ path: ['body', 'role'], message: 'Choose a role.' }] })
    return changeRole(ctx, { id }, { role, reason })
  }
  const results: { id: string; refused: { code: string; message: string } | null }[] = []
  for (const id of new Set(ids)) results.push({ id, refused: await refusalOf(change(id)) })
  return { results }
}
