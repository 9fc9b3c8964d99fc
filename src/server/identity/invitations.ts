import { DAY_MS } from '#contract/constants.ts'
import { type Role, hasRole } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { InvitationItem } from '#contract/people-admin/people-admin.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import { setRole } from '#server/people/create.ts'
import { findPersonByUid } from '#server/people/person-records.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getSetting } from '#server/settings/owner-settings.ts'
import { mailInvitation } from './action-mails.ts'
import { type AccountRow, findAccountByEmail } from './find-accounts.ts'
import { parseEmail } from './parse-email.ts'
import { createSecret, hashSecret } from './secrets.ts'

const LIFETIME_MS = 7 * DAY_MS

/** Refuses an address with an account, and says whose it is. Inviting an address again replaces the invitation. */
export async function invite(ctx: Ctx<Viewer>, given: { email: string; role: Role }): Promise<InvitationItem> {
  const email = parseEmail(given.email)
  const account = await findAccountByEmail(ctx.db, email)
  if (account) throw await accountExists(ctx, account)
  await requireOpenForInvitations(ctx)
  const { token, hash } = createSecret()
  return inTransaction(ctx, async (tx) => {
    const at = tx.now()
    const times = { createdAt: at, sentAt: at, expiresAt: new Date(at.getTime() + LIFETIME_MS) }
    const fresh = { tokenHash: hash, role: given.role, byId: tx.viewer.id, ...times }
    const row = await tx.db
      .insertInto('invitation')
      .values({ id: newId(), email, ...fresh })
      .onConflict((conflict) => conflict.column('email').where('usedAt', 'is', null).doUpdateSet(fresh))
      .returningAll()
      .executeTakeFirstOrThrow()
    await mailInvitation(tx, { to: email, role: row.role, by: tx.viewer.name, link: linkFor(tx, token) })
    const target = { kind: 'invitation', id: row.id }
    await recordAudit(tx, { action: 'person.invited', target, after: { role: row.role } })
    return present(tx, { ...row, byName: tx.viewer.name })
  })
}

async function requireOpenForInvitations(ctx: Pick<Ctx, 'db'>) {
  const mode = await getSetting(ctx, 'signUp.mode')
  if (mode !== 'closed') return
  const message = 'Sign-up is closed, for invited people too. Allow invitations in Settings → Sign-up first.'
  throw new Refusal('admin-restricted-operation', { reason: 'closed', message })
}

async function accountExists({ db }: Ctx, { uid }: AccountRow) {
  const person = await findPersonByUid(db, uid)
  const details = person && { id: person.id, name: person.name, handle: person.handle, role: person.role }
  const message = 'This address has an account. Change the role of the person instead.'
  return new Refusal('email-already-in-use', { message, ...(details && { person: details }) })
}

/** The earlier link stops working. */
export async function resendInvitation(ctx: Ctx<Viewer>, id: string): Promise<InvitationItem> {
  await requireOpenForInvitations(ctx)
  const { token, hash } = createSecret()
  return inTransaction(ctx, async (tx) => {
    const sentAt = tx.now()
    const row = await orNotFound(
      tx.db
        .updateTable('invitation')
        .set({ tokenHash: hash, sentAt, byId: tx.viewer.id, expiresAt: new Date(sentAt.getTime() + LIFETIME_MS) })
        .where('id', '=', id)
        .where('usedAt', 'is', null)
        .returningAll()
        .executeTakeFirst(),
    )
    await mailInvitation(tx, { to: row.email, role: row.role, by: tx.viewer.name, link: linkFor(tx, token) })
    await recordAudit(tx, {
      action: 'invitation.resent',
      target: { kind: 'invitation', id },
      after: { role: row.role },
    })
    return present(tx, { ...row, byName: tx.viewer.name })
  })
}

export async function revokeInvitation(ctx: Ctx<Viewer>, id: string) {
  return inTransaction(ctx, async (tx) => {
    const deleted = await tx.db
      .deleteFrom('invitation')
      .where('id', '=', id)
      .where('usedAt', 'is', null)
      .returning('role')
      .executeTakeFirst()
    if (!deleted) throw new Refusal('not-found')
    const target = { kind: 'invitation', id }
    await recordAudit(tx, { action: 'invitation.revoked', target, before: { role: deleted.role } })
    return { done: true as const }
  })
}

type Asked = { before?: string | undefined; limit: number }

export async function listInvitations(ctx: Ctx, { before, limit }: Asked): Promise<PageOf<InvitationItem>> {
  const place = timeCursor.read(before)
  let query = ctx.db
    .selectFrom('invitation')
    .leftJoin('person', 'person.id', 'invitation.byId')
    .selectAll('invitation')
    .select('person.name as byName')
    .where('invitation.usedAt', 'is', null)
  if (place)
    query = query.where((eb) =>
      eb(eb.refTuple('invitation.createdAt', 'invitation.id'), '<', eb.tuple(place[0], place[1])),
    )
  const rows = await query
    .orderBy('invitation.createdAt', 'desc')
    .orderBy('invitation.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { shown, next } = timeCursor.paginate(rows, limit, (last) => [last.createdAt, last.id])
  return { items: shown.map((row) => present(ctx, row)), next }
}

type Row = { id: string; email: string; role: Role; byName: string | null; sentAt: Date; expiresAt: Date }

function present({ now }: Pick<Ctx, 'now'>, { id, email, role, byName, sentAt, expiresAt }: Row): InvitationItem {
  const times = { sentAt: sentAt.toISOString(), expiresAt: expiresAt.toISOString() }
  return { id, email, role, by: byName, ...times, expired: expiresAt <= now() }
}

/** In the fragment, so that the secret is not sent to the server and is never logged. */
function linkFor({ site: { origin, base, mode } }: Pick<Ctx, 'site'>, token: string) {
  return `${origin}${base}${mode === 'hash' ? `#/auth/newsignup?invitation=${token}` : `auth/newsignup#invitation=${token}`}`
}

/** Without the role of an admin who is none any more. */
function validInvitations({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  return db
    .selectFrom('invitation')
    .innerJoin('person', 'person.id', 'invitation.byId')
    .select(['invitation.id', 'invitation.email', 'invitation.role'])
    .where('invitation.usedAt', 'is', null)
    .where('invitation.expiresAt', '>', now())
    .where('person.role', '=', 'admin')
    .where('person.disabledAt', 'is', null)
}

export async function findInvitation(ctx: Pick<Ctx, 'db' | 'now'>, token: string) {
  const found = await validInvitations(ctx).where('invitation.tokenHash', '=', hashSecret(token)).executeTakeFirst()
  if (!found)
    throw new Refusal('link-expired', {
      message: 'This invitation has expired or was withdrawn. Ask for a new one, or sign up without it.',
    })
  return { email: found.email, role: found.role }
}

/** Whether the token was mailed to this address: then a sign-up with it needs no confirmation. */
export async function provesAddress(ctx: Pick<Ctx, 'db' | 'now'>, token: string | undefined, email: string) {
  if (!token) return false
  const query = validInvitations(ctx).where('invitation.tokenHash', '=', hashSecret(token))
  return (await query.executeTakeFirst())?.email === email
}

export async function isInvited(ctx: Pick<Ctx, 'db' | 'now'>, email: string) {
  return (await validInvitations(ctx).where('invitation.email', '=', email).executeTakeFirst()) !== undefined
}

/** Gives an account with a confirmed address the role it was invited with. Never lowers a role. Must run in a transaction. */
export async function acceptInvitation(tx: Ctx, { uid, email, emailVerified }: AccountRow) {
  if (!email || !emailVerified) return
  const invitation = await validInvitations(tx).where('invitation.email', '=', email).executeTakeFirst()
  if (!invitation) return
  const person = await findPersonByUid(tx.db, uid)
  if (!person) return
  await tx.db.updateTable('invitation').set({ usedAt: tx.now() }).where('id', '=', invitation.id).execute()
  const { role } = invitation
  if (!hasRole(person, role)) await setRole(tx, { id: person.id }, role)
  await recordAudit(tx, {
    action: 'invitation.used',
    actorId: person.id,
    target: { kind: 'person', id: person.id },
    before: { role: person.role },
    after: { role: hasRole(person, role) ? person.role : role },
  })
}
