import { Refusal } from '#contract/errors.ts'
import { presentViewer } from '#server/identity/identify.ts'
import { hashSecret } from '#server/identity/secrets.ts'
import type { Ctx, Identified } from '#server/platform/ctx.ts'
import { isWellFormed } from './key-format.ts'
import type { KeyUses } from './key-uses.ts'
import { knownScopes, stateOf } from './present.ts'
import { keysByHash } from './queries.ts'

/**
 * The creator of a key, limited to its scopes. Keys are not cached: one query per call, as for ID tokens, so that a
 * revoked key and a creator who lost the role stop at once in every process.
 */
export async function identifyByKey(ctx: Ctx, key: string, uses: KeyUses): Promise<Identified> {
  // Looked up by hash, so that the time it takes reveals nothing about keys.
  const [row] = isWellFormed(key) ? await keysByHash(ctx.db, { hash: hashSecret(key) }) : []
  const state = row && stateOf(row, ctx.now())
  if (!row?.uid || state !== 'active') {
    await ctx.limits.take('api-key', ctx.session.address)
    // The state is for holders of the key, who can only learn it with the right one.
    throw new Refusal('invalid-api-key', state && state !== 'active' ? { state, message: messages[state] } : {})
  }
  const { id, name, createdBy, creatorHandle, creatorName, uid, role, avatar, welcomedAt } = row
  uses.add(id, row.lastUsedAt)
  const person = { id: createdBy, uid, handle: creatorHandle, name: creatorName, role, avatar, welcomedAt }
  const apiKey = { id, name, scopes: knownScopes(row.scopes) }
  // Never signed in, so that whatever needs a recent sign-in is refused.
  const signedIn = { sessionId: null, at: new Date(0) }
  return { viewer: { ...presentViewer(ctx.site.base, person), apiKey }, signedIn }
}

const messages = {
  revoked: 'This API key was revoked. Ask an admin of the site for a new one.',
  expired: 'This API key has expired. Ask an admin of the site for a new one.',
  stopped: 'The person who created this API key is no longer an admin. Ask an admin of the site for a new one.',
}
