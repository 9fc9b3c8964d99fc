import * as shapes from '#contract/firebase/auth.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { changePassword, removeProvider, updateDisplayFields } from '#server/identity/manage-account.ts'
import { requireRecentSignIn } from '#server/identity/current-account.ts'
import { applyCode } from '#server/identity/email-actions.ts'
import { revokeToken } from '#server/identity/revoke-token.ts'
import { findAccountByUid } from '#server/identity/find-accounts.ts'
import { type Holder, holderOfIdToken } from '#server/identity/sessions.ts'
import type { z } from 'zod'
import type { AuthCall } from './auth-call.ts'
import { presentProviders, presentSignIn, presentUser } from './present.ts'

type UpdateRequest = z.output<typeof shapes.Update>

export const accountCalls: AuthCall[] = [
  {
    method: 'POST',
    path: 'v1/accounts:lookup',
    limit: 'read',
    async run(ctx, body) {
      const { account } = await holderOfIdToken(ctx, shapes.WithIdToken.parse(body).idToken)
      return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [await presentUser(ctx, account)] }
    },
  },
  {
    method: 'POST',
    path: 'v1/accounts:update',
    limit: 'write',
    async run(ctx, body) {
      const request = shapes.Update.parse(body)
      const kind = 'identitytoolkit#SetAccountInfoResponse'
      if (request.oobCode !== undefined) {
        const { email, emailVerified, uid } = await applyCode(ctx, request.oobCode)
        return { kind, localId: uid, email, emailVerified }
      }
      return { kind, ...(await change(ctx, await holderOfIdToken(ctx, request.idToken ?? ''), request)) }
    },
  },
  {
    method: 'POST',
    path: 'v1/accounts:delete',
    limit: 'write',
    async run(ctx, body) {
      const holder = await holderOfIdToken(ctx, shapes.WithIdToken.parse(body).idToken)
      requireRecentSignIn(ctx, holder)
      await deleteAccount(ctx, holder.account.uid)
      return { kind: 'identitytoolkit#DeleteAccountResponse' }
    },
  },
  {
    method: 'POST',
    path: 'v2/accounts:revokeToken',
    limit: 'write',
    async run(ctx, body) {
      const { token, providerId, idToken } = shapes.RevokeToken.parse(body)
      await revokeToken(ctx, { token, providerId, idToken })
      return {}
    },
  },
]

async function change(ctx: Ctx, holder: Holder, request: UpdateRequest): Promise<Record<string, unknown>> {
  if (request.deleteProvider) return unlink(ctx, holder, request.deleteProvider)
  // A new email must be verified first, with sendOobCode.
  if (request.email !== undefined) throw new Refusal('operation-not-allowed')
  if (request.password !== undefined) {
    requireRecentSignIn(ctx, holder)
    return presentSignIn(ctx, await changePassword(ctx, holder, request.password))
  }
  return changeProfile(ctx, holder, request)
}

async function unlink(ctx: Ctx, holder: Holder, providers: string[]) {
  requireRecentSignIn(ctx, holder)
  for (const id of providers) await removeProvider(ctx, holder, id)
  const account = (await findAccountByUid(ctx.db, holder.account.uid)) ?? holder.account
  return { localId: account.uid, providerUserInfo: await presentProviders(ctx, account) }
}

/** An empty string clears a field. Clients copy both fields from the response. */
async function changeProfile(ctx: Ctx, { account }: Holder, request: UpdateRequest) {
  const { displayName, photoUrl, deleteAttribute } = request
  const name = deleteAttribute.includes('DISPLAY_NAME') ? '' : displayName
  const photo = deleteAttribute.includes('PHOTO_URL') ? '' : photoUrl
  const changes = {
    ...(name !== undefined && { displayName: name || null }),
    ...(photo !== undefined && { photoUrl: photo || null }),
  }
  const changed = await updateDisplayFields(ctx, account, changes)
  return {
    localId: changed.uid,
    ...(changed.email && { email: changed.email }),
    ...(changed.displayName && { displayName: changed.displayName }),
    ...(changed.photoUrl && { photoUrl: changed.photoUrl }),
    emailVerified: changed.emailVerified,
    providerUserInfo: await presentProviders(ctx, changed),
  }
}
