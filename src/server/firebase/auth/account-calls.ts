import * as shapes from '#contract/firebase/auth.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import { changePassword, removeProvider, updateDisplay } from '#server/identity/account.ts'
import { requireRecent } from '#server/identity/own-account.ts'
import { applyCode } from '#server/identity/mailed.ts'
import { accountByUid } from '#server/identity/find-accounts.ts'
import { type Holder, holderOfIdToken } from '#server/identity/sessions.ts'
import type { z } from 'zod'
import type { HostedCall } from './call.ts'
import { providerUserInfo, signedIn, user } from './present.ts'

type Asked = z.output<typeof shapes.Update>

export const accountCalls: HostedCall[] = [
  {
    method: 'POST',
    path: 'v1/accounts:lookup',
    limit: 'read',
    async run(ctx, body) {
      const { account } = await holderOfIdToken(ctx, shapes.WithIdToken.parse(body).idToken)
      return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [await user(ctx, account)] }
    },
  },
  {
    method: 'POST',
    path: 'v1/accounts:update',
    limit: 'write',
    async run(ctx, body) {
      const asked = shapes.Update.parse(body)
      const kind = 'identitytoolkit#SetAccountInfoResponse'
      if (asked.oobCode !== undefined) {
        const { email, emailVerified, uid } = await applyCode(ctx, asked.oobCode)
        return { kind, localId: uid, email, emailVerified }
      }
      return { kind, ...(await change(ctx, await holderOfIdToken(ctx, asked.idToken ?? ''), asked)) }
    },
  },
  {
    method: 'POST',
    path: 'v1/accounts:delete',
    limit: 'write',
    async run(ctx, body) {
      const holder = await holderOfIdToken(ctx, shapes.WithIdToken.parse(body).idToken)
      requireRecent(ctx, holder)
      await deleteAccount(ctx, holder.account.uid)
      return { kind: 'identitytoolkit#DeleteAccountResponse' }
    },
  },
  {
    method: 'POST',
    path: 'v2/accounts:revokeToken',
    limit: 'write',
    async run(ctx, body) {
      // It concerns the other service's token, of which we keep none.
      await holderOfIdToken(ctx, shapes.WithIdToken.parse(body).idToken)
      return {}
    },
  },
]

async function change(ctx: Ctx, holder: Holder, asked: Asked): Promise<Record<string, unknown>> {
  if (asked.deleteProvider) return unlink(ctx, holder, asked.deleteProvider)
  // A new address counts from when the mail to it was opened; there is a call for that.
  if (asked.email !== undefined) throw new Refusal('operation-not-allowed')
  if (asked.password !== undefined) {
    requireRecent(ctx, holder)
    return signedIn(ctx, await changePassword(ctx, holder, asked.password))
  }
  return changeProfile(ctx, holder, asked)
}

async function unlink(ctx: Ctx, holder: Holder, providers: string[]) {
  requireRecent(ctx, holder)
  for (const id of providers) await removeProvider(ctx, holder, id)
  const account = (await accountByUid(ctx.db, holder.account.uid)) ?? holder.account
  return { localId: account.uid, providerUserInfo: await providerUserInfo(ctx, account) }
}

/** An empty text clears a field. Clients copy both fields from the answer. */
async function changeProfile(ctx: Ctx, { account }: Holder, asked: Asked) {
  const { displayName, photoUrl, deleteAttribute } = asked
  const name = deleteAttribute.includes('DISPLAY_NAME') ? '' : displayName
  const photo = deleteAttribute.includes('PHOTO_URL') ? '' : photoUrl
  const changes = {
    ...(name !== undefined && { displayName: name || null }),
    ...(photo !== undefined && { photoUrl: photo || null }),
  }
  const changed = await updateDisplay(ctx, account, changes)
  return {
    localId: changed.uid,
    ...(changed.email && { email: changed.email }),
    ...(changed.displayName && { displayName: changed.displayName }),
    ...(changed.photoUrl && { photoUrl: changed.photoUrl }),
    emailVerified: changed.emailVerified,
    providerUserInfo: await providerUserInfo(ctx, changed),
  }
}
