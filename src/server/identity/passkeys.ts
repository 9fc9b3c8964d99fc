import { z } from 'zod'
import { MINUTE_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from '#contract/identity/passkeys.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getSite } from '#server/settings/site.ts'
import { type SignInResult, completeSignIn } from './complete-sign-in.ts'
import { type AccountRow, findAccountByUid, lockAccount, listPasskeys } from './find-accounts.ts'
import { requireMethod } from './sign-in.ts'
import { issueTicket, readTicket, consumeTicket } from './tickets.ts'
import { requireRemainingMethod } from './sign-in-methods.ts'
import { recordSecurityEvent } from './security-events.ts'

// Loaded on first use: it is large, and most sign-ins do not need it.
const webauthn = () => import('@simplewebauthn/server')

const TIMEOUT_MS = 5 * MINUTE_MS
const Challenge = z.object({ challenge: z.string() })

/** Options for any passkey of this site: the browser lets the person choose. */
export async function passkeySignInOptions(ctx: Ctx) {
  requireMethod(ctx, 'passkey')
  const rpId = new URL(ctx.site.origin).hostname
  const { challenge } = await (
    await webauthn()
  ).generateAuthenticationOptions({ rpID: rpId, userVerification: 'required' })
  const { token } = await issueTicket(ctx, { kind: 'passkey-sign-in', uid: null, data: { challenge } })
  const options: z.input<typeof RequestOptions> = {
    challenge,
    rpId,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: [],
  }
  return { ticket: token, options }
}

type SignIn = { ticket: string; response: z.output<typeof AuthenticationResponse> }

/** A passkey with user verification counts as two factors, so no second factor is requested. */
export async function signInWithPasskey(ctx: Ctx, { ticket, response }: SignIn): Promise<SignInResult> {
  requireMethod(ctx, 'passkey')
  const { db, now, site } = ctx
  const begun = await readTicket(ctx, 'passkey-sign-in', ticket, Challenge)
  const passkey = await db.selectFrom('passkey').selectAll().where('id', '=', response.id).executeTakeFirst()
  if (!begun || !passkey || !(await consumeTicket(ctx, ticket))) throw new Refusal('invalid-credential')
  const account = await findAccountByUid(db, passkey.uid)
  if (!account) throw new Refusal('invalid-credential')
  const { id, publicKey, counter, transports } = passkey
  const checked = await (
    await webauthn()
  )
    .verifyAuthenticationResponse({
      response,
      expectedChallenge: begun.data.challenge,
      expectedOrigin: site.origin,
      expectedRPID: new URL(site.origin).hostname,
      credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
      requireUserVerification: true,
    })
    .catch((error: unknown) => refuse(ctx, error))
  if (!checked.verified) throw new Refusal('invalid-credential')
  await db
    .updateTable('passkey')
    .set({ counter: checked.authenticationInfo.newCounter, lastUsedAt: now() })
    .where('id', '=', id)
    .execute()
  return inTransaction(ctx, (tx) => completeSignIn(tx, account, { provider: 'passkey', secondFactor: id }))
}

export async function newPasskeyOptions(ctx: Ctx, account: AccountRow) {
  requireMethod(ctx, 'passkey')
  const { name } = await getSite(ctx)
  const existing = await listPasskeys(ctx.db, account.uid)
  const userName = account.email ?? account.uid
  const rpID = new URL(ctx.site.origin).hostname
  const made = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: name,
    rpID,
    userName,
    userID: new TextEncoder().encode(account.uid),
    userDisplayName: account.displayName ?? userName,
    attestationType: 'none',
  })
  const { token } = await issueTicket(ctx, {
    kind: 'passkey-new',
    uid: account.uid,
    data: { challenge: made.challenge },
  })
  const options: z.input<typeof CreationOptions> = {
    rp: { id: rpID, name },
    user: made.user,
    challenge: made.challenge,
    pubKeyCredParams: made.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout: TIMEOUT_MS,
    excludeCredentials: existing.map(({ id, transports }) => ({ id, type: 'public-key', transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  }
  return { ticket: token, options }
}

type Addition = { ticket: string; name: string; response: z.output<typeof RegistrationResponse> }

export async function addPasskey(ctx: Ctx, account: AccountRow, { ticket, name, response }: Addition) {
  const { now, site } = ctx
  const begun = await readTicket(ctx, 'passkey-new', ticket, Challenge)
  if (!begun || begun.uid !== account.uid) throw new Refusal('invalid-credential')
  const checked = await (
    await webauthn()
  )
    .verifyRegistrationResponse({
      response,
      expectedChallenge: begun.data.challenge,
      expectedOrigin: site.origin,
      expectedRPID: new URL(site.origin).hostname,
      requireUserVerification: true,
    })
    .catch((error: unknown) => refuse(ctx, error))
  if (!checked.verified) throw new Refusal('invalid-credential')
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  const passkey = { id, uid: account.uid, name, publicKey: Buffer.from(publicKey), counter, createdAt: now() }
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx.db, account.uid)
    // Ending a session deletes its tickets, so this also checks that the session is active.
    if (!(await consumeTicket(tx, ticket))) throw new Refusal('invalid-credential')
    const added = await tx.db
      .insertInto('passkey')
      .values({ ...passkey, transports: JSON.stringify(transports) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows === 0n) throw new Refusal('credential-already-in-use')
    await recordSecurityEvent(tx, account.uid, 'passkey-added')
  })
}

/** Refused if it is the last sign-in method. */
export async function removePasskey(ctx: Ctx, uid: string, id: string) {
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx.db, uid)
    const gone = await tx.db.deleteFrom('passkey').where('uid', '=', uid).where('id', '=', id).executeTakeFirst()
    if (gone.numDeletedRows === 0n) throw new Refusal('not-found')
    await requireRemainingMethod(tx, uid)
    await recordSecurityEvent(tx, uid, 'passkey-removed')
  })
}

/** The library throws for any invalid response. The reason is logged and not sent. */
function refuse({ log }: Ctx, error: unknown): never {
  log.info({ err: error }, 'passkey verification failed')
  throw new Refusal('invalid-credential')
}
