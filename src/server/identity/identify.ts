import type { Viewer } from '#contract/viewer.ts'
import { SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { findPersonByUid, createPersonForAccount } from '#server/people/person-records.ts'
import type { Ctx, Identified } from '#server/platform/ctx.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { Claims } from '#server/platform/tokens/tokens.ts'
import { sessionsByToken } from './find-accounts.ts'
import { isTokenAccepted, markTokenSeen } from './token-rotation.ts'
import { hashSecret } from './secrets.ts'
import { holderOfIdToken } from './sessions.ts'
import { requireSignUpAllowed } from './sign-up-rules.ts'

/** Identifies the caller. Writes need the ID token; the cookie is enough for reads. */
export async function identify(ctx: Ctx, reads: boolean): Promise<Identified | null> {
  const { bearer, token } = ctx.session
  if (bearer) return hasSessionHere(ctx) ? identifyBySession(ctx, bearer) : identifyByExternalToken(ctx, bearer)
  return reads && token ? ((await findByCookie(ctx, token))?.identified ?? null) : null
}

/** False for the tokens of an external issuer, which are accepted without a sign-in here. */
function hasSessionHere({ identity }: Pick<Ctx, 'identity'>) {
  return identity.jwksUrl === null || identity.service !== null
}

async function identifyBySession(ctx: Ctx, bearer: string): Promise<Identified | null> {
  const { session, person } = await holderOfIdToken(ctx, bearer)
  // A token that was given to another site is for files and account calls only.
  if (session.origin !== null && ctx.session.client === null) throw new Refusal('invalid-user-token')
  if (!person) return null
  const viewer = { ...person, uid: session.uid, avatar: pictureWithBase(ctx.site.base, person.avatar) }
  return { viewer, signedIn: { sessionId: session.id, at: session.signedInAt } }
}

/** The account lives with another issuer; its person is created here on the first request. */
async function identifyByExternalToken(ctx: Ctx, bearer: string): Promise<Identified> {
  const claims = await ctx.tokens.verify(bearer)
  const { sub, auth_time: at } = claims
  if (!(await findPersonByUid(ctx.db, sub))) await createPersonOfToken(ctx, claims)
  const viewer = await findViewer(ctx, sub)
  if (!viewer) throw new Refusal('user-disabled')
  return { viewer, signedIn: { sessionId: null, at: new Date(at * SECOND_MS) } }
}

/** A page sends several requests at once, so another one may have created the person already. */
async function createPersonOfToken(ctx: Ctx, { sub: uid, name, email, email_verified: emailVerified }: Claims) {
  await requireSignUpAllowed(ctx, { email: email?.toLowerCase() ?? null, emailVerified: emailVerified ?? false })
  try {
    await createPersonForAccount(ctx, { uid, name: name ?? null })
  } catch (error) {
    if (!(await findPersonByUid(ctx.db, uid))) throw error
  }
}

type CookieSession = {
  identified: Identified
  expiresAt: Date
  /** Whether the token is current and was seen before. */
  settled: boolean
}

/** Runs on every page view that is not in memory. Disabled and signed-out users are treated as visitors. */
export async function findByCookie(ctx: Ctx, token: string): Promise<CookieSession | null> {
  const { db, now, site } = ctx
  const tokenHash = hashSecret(token)
  const [row] = await sessionsByToken(db, { tokenHash, at: now() })
  // A replaced token reads nothing. Only the refresh call ends the session for its reuse: reads have no side effects.
  if (!row || !isTokenAccepted(ctx, row, tokenHash)) return null
  const { sessionId, signedInAt: at, tokenHash: present, rotatedAt, seenAt, expiresAt, ...person } = row
  await markTokenSeen(ctx, { id: sessionId, tokenHash: present, rotatedAt, seenAt }, tokenHash)
  const settled = present.equals(tokenHash) && (rotatedAt === null || seenAt !== null)
  const identified = { viewer: presentViewer(site.base, person), signedIn: { sessionId, at } }
  return { identified, expiresAt, settled }
}

/** Null for a token that is invalid, expired or revoked. */
export async function findUidByToken(ctx: Pick<Ctx, 'db' | 'now' | 'tokens' | 'identity'>, token: string) {
  try {
    if (!hasSessionHere(ctx)) return { uid: (await ctx.tokens.verify(token)).sub }
    return { uid: (await holderOfIdToken(ctx, token)).account.uid }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

export async function findViewer({ db, site }: Pick<Ctx, 'db' | 'site'>, uid: string): Promise<Viewer | null> {
  const person = await findPersonByUid(db, uid)
  return person && !person.disabledAt ? presentViewer(site.base, { ...person, uid }) : null
}

type ViewerRow = Omit<Viewer, 'welcomed'> & { welcomedAt: Date | null }

export function presentViewer(base: string, { id, uid, handle, name, role, avatar, welcomedAt }: ViewerRow): Viewer {
  return { id, uid, handle, name, role, avatar: pictureWithBase(base, avatar), welcomed: welcomedAt !== null }
}
