import type { Serve } from '#server/platform/api.ts'
import { getAccount, changePassword, removeProvider, signOutOtherSessions, signOutSession } from './manage-account.ts'
import { startBrowserSession } from './complete-sign-in.ts'
import { sendEmailChange, sendVerification } from './email-actions.ts'
import { getOwnAccount, getRecentAccount } from './current-account.ts'
import { addPasskey, newPasskeyOptions, removePasskey } from './passkeys.ts'
import { presentAccount } from './present.ts'
import { updateOwnProfile, skipFirstSteps } from './profile.ts'
import { linkIdentity } from './provider-sign-in.ts'
import { finishProviderSignIn } from './providers.ts'
import { recordSecurityEvent } from './security-events.ts'
import { beginEnrolment, confirmEnrolment, removeFactor, replaceRecoveryCodes } from './second-factor.ts'
import { inTransaction } from '#server/platform/transaction.ts'

const sent = { sent: true as const }

/** Sensitive changes require a recent sign-in. */
export function accountRoutes(serve: Serve) {
  serve('GET /api/account', (ctx) => getAccount(ctx))
  serve('PUT /api/profile', (ctx, { body }) => updateOwnProfile(ctx, body))
  serve('POST /api/profile/welcomed', (ctx) => skipFirstSteps(ctx))
  serve('POST /api/account/verification', async (ctx) => {
    await sendVerification(ctx, await getOwnAccount(ctx))
    return sent
  })
  serve('POST /api/account/email', async (ctx, { body }) => {
    await sendEmailChange(ctx, await getRecentAccount(ctx), body.email)
    return sent
  })
  serve('POST /api/account/password', async (ctx, { body }) => {
    const result = await changePassword(ctx, await getRecentAccount(ctx), body.password)
    await startBrowserSession(ctx, result)
    return presentAccount(ctx, result.kind === 'signed-in' ? result : await getOwnAccount(ctx))
  })
  serve('POST /api/account/factors', async (ctx) => {
    const begun = await beginEnrolment(ctx, (await getRecentAccount(ctx)).account)
    return { ...begun, expiresAt: begun.expiresAt.toISOString() }
  })
  serve('POST /api/account/factors/confirm', async (ctx, { body }) => {
    const { recoveryCodes } = await confirmEnrolment(ctx, (await getOwnAccount(ctx)).account, body)
    return { recoveryCodes }
  })
  serve('DELETE /api/account/factors/{id}', async (ctx, { params }) => {
    const holder = await getRecentAccount(ctx)
    await removeFactor(ctx, holder.account.uid, params.id)
    return presentAccount(ctx, holder)
  })
  serve('POST /api/account/recovery-codes', async (ctx) => {
    const { account: own } = await getRecentAccount(ctx)
    return {
      recoveryCodes: await inTransaction(ctx, async (tx) => {
        await recordSecurityEvent(tx, own.uid, 'recovery-codes-replaced')
        return replaceRecoveryCodes(tx, own.uid)
      }),
    }
  })
  serve('POST /api/account/passkeys/options', async (ctx) =>
    newPasskeyOptions(ctx, (await getRecentAccount(ctx)).account),
  )
  serve('POST /api/account/passkeys', async (ctx, { body }) => {
    const holder = await getOwnAccount(ctx)
    await addPasskey(ctx, holder.account, body)
    return presentAccount(ctx, holder)
  })
  serve('DELETE /api/account/passkeys/{id}', async (ctx, { params }) => {
    const holder = await getRecentAccount(ctx)
    await removePasskey(ctx, holder.account.uid, params.id)
    return presentAccount(ctx, holder)
  })
  serve('DELETE /api/account/sessions/{id}', (ctx, { params }) => signOutSession(ctx, params.id))
  serve('DELETE /api/account/sessions', (ctx) => signOutOtherSessions(ctx))
  serve('POST /api/account/providers', async (ctx, { body: { requestUri, sessionId } }) => {
    const result = await linkIdentity(
      ctx,
      await getRecentAccount(ctx),
      await finishProviderSignIn(ctx, requestUri, sessionId),
    )
    await startBrowserSession(ctx, result)
    return presentAccount(ctx, result.kind === 'signed-in' ? result : await getOwnAccount(ctx))
  })
  serve('DELETE /api/account/providers/{id}', async (ctx, { params }) => {
    const holder = await getRecentAccount(ctx)
    await removeProvider(ctx, holder, params.id)
    return presentAccount(ctx, await getOwnAccount(ctx))
  })
}
