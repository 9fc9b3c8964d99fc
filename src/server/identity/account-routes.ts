import type { Serve } from '#server/platform/api.ts'
import { account, changePassword, removeProvider, signOutElsewhere, signOutOf } from './account.ts'
import { admit } from './enter.ts'
import { mailAddressChange, mailVerification } from './mailed.ts'
import { ownAccount, recentAccount } from './own-account.ts'
import { addPasskey, newPasskeyOptions, removePasskey } from './passkeys.ts'
import { presentAccount } from './present.ts'
import { saveProfile, skipFirstSteps } from './profile.ts'
import { linkIdentity } from './provider-sign-in.ts'
import { endVisit } from './providers.ts'
import { beginEnrolment, confirmEnrolment, removeFactor, replaceRecoveryCodes } from './second-factor.ts'
import { inTransaction } from '#server/platform/transaction.ts'

const sent = { sent: true as const }

/** A person's own account. Each dangerous change asks for a recent sign-in. */
export function accountRoutes(serve: Serve) {
  serve('GET /api/account', (ctx) => account(ctx))
  serve('PUT /api/profile', (ctx, { body }) => saveProfile(ctx, body))
  serve('POST /api/profile/welcomed', (ctx) => skipFirstSteps(ctx))
  serve('POST /api/account/verification', async (ctx) => {
    await mailVerification(ctx, await ownAccount(ctx))
    return sent
  })
  serve('POST /api/account/email', async (ctx, { body }) => {
    await mailAddressChange(ctx, await recentAccount(ctx), body.email)
    return sent
  })
  serve('POST /api/account/password', async (ctx, { body }) => {
    const entry = await changePassword(ctx, await recentAccount(ctx), body.password)
    await admit(ctx, entry)
    return presentAccount(ctx, entry.kind === 'in' ? entry : await ownAccount(ctx))
  })
  serve('POST /api/account/factors', async (ctx) => {
    const begun = await beginEnrolment(ctx, (await recentAccount(ctx)).account)
    return { ...begun, expiresAt: begun.expiresAt.toISOString() }
  })
  serve('POST /api/account/factors/confirm', async (ctx, { body }) => {
    const { recoveryCodes } = await confirmEnrolment(ctx, (await ownAccount(ctx)).account, body)
    return { recoveryCodes }
  })
  serve('DELETE /api/account/factors/{id}', async (ctx, { params }) => {
    const holder = await recentAccount(ctx)
    await removeFactor(ctx, holder.account.uid, params.id)
    return presentAccount(ctx, holder)
  })
  serve('POST /api/account/recovery-codes', async (ctx) => {
    const { account: own } = await recentAccount(ctx)
    return { recoveryCodes: await inTransaction(ctx, (tx) => replaceRecoveryCodes(tx, own.uid)) }
  })
  serve('POST /api/account/passkeys/options', async (ctx) => newPasskeyOptions(ctx, (await recentAccount(ctx)).account))
  serve('POST /api/account/passkeys', async (ctx, { body }) => {
    const holder = await ownAccount(ctx)
    await addPasskey(ctx, holder.account, body)
    return presentAccount(ctx, holder)
  })
  serve('DELETE /api/account/passkeys/{id}', async (ctx, { params }) => {
    const holder = await recentAccount(ctx)
    await removePasskey(ctx, holder.account.uid, params.id)
    return presentAccount(ctx, holder)
  })
  serve('DELETE /api/account/sessions/{id}', (ctx, { params }) => signOutOf(ctx, params.id))
  serve('DELETE /api/account/sessions', (ctx) => signOutElsewhere(ctx))
  serve('POST /api/account/providers', async (ctx, { body: { requestUri, sessionId } }) => {
    const entry = await linkIdentity(ctx, await recentAccount(ctx), await endVisit(ctx, requestUri, sessionId))
    await admit(ctx, entry)
    return presentAccount(ctx, entry.kind === 'in' ? entry : await ownAccount(ctx))
  })
  serve('DELETE /api/account/providers/{id}', async (ctx, { params }) => {
    const holder = await recentAccount(ctx)
    await removeProvider(ctx, holder, params.id)
    return presentAccount(ctx, await ownAccount(ctx))
  })
}
