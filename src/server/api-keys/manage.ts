import type { ApiKey, NewApiKey } from '#contract/api-keys/api-keys.ts'
import { MAX_API_KEYS } from '#contract/api-keys/scopes.ts'
import { DAY_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import { requireStillAdmin } from '#server/people/last-admin.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createKey } from './key-format.ts'
import { knownScopes, presentKey } from './present.ts'
import { countValidKeys, findKey, listedKeys } from './queries.ts'

export async function listApiKeys({ db, now }: Ctx): Promise<ApiKey[]> {
  const rows = await listedKeys(db, now())
  return rows.map((row) => presentKey(row, now()))
}

/** The key itself is returned once and stored only as a hash. */
export function createApiKey(ctx: Ctx<Viewer>, { name, scopes: wanted, expiresInDays }: NewApiKey) {
  return inTransaction(ctx, async (tx) => {
    // Locks the admins, so that two of them cannot exceed the limit together.
    await requireStillAdmin(tx)
    const at = tx.now()
    if ((await countValidKeys(tx.db, at)) >= MAX_API_KEYS)
      throw new Refusal('not-allowed', {
        message: `A site can have ${MAX_API_KEYS} API keys. Revoke one that you don’t need first.`,
      })
    const { key, hash, lastFour } = createKey()
    const id = newId()
    const scopes = knownScopes(wanted)
    const expiresAt = expiresInDays === null ? null : new Date(at.getTime() + expiresInDays * DAY_MS)
    await tx.db
      .insertInto('apiKey')
      .values({ id, hash, lastFour, name, scopes, createdBy: tx.viewer.id, createdAt: at, expiresAt })
      .execute()
    const after = { scopes, expiresAt: expiresAt?.toISOString() ?? null }
    await recordAudit(tx, { action: 'api-key.created', target: targetOf({ id, name }), after })
    return { apiKey: await getKey(tx, id), secret: key }
  })
}

/** Refuses with the current name when another admin has renamed the key meanwhile. */
export function renameApiKey(ctx: Ctx<Viewer>, id: string, { name, version }: { name: string; version: number }) {
  return inTransaction(ctx, async (tx) => {
    const before = await lockKey(tx, id)
    if (before.version !== version) throw new Refusal('version-conflict', { current: await getKey(tx, id) })
    if (before.name !== name) {
      await tx.db
        .updateTable('apiKey')
        .set({ name, version: version + 1 })
        .where('id', '=', id)
        .execute()
      const changes = { before: { name: before.name }, after: { name } }
      await recordAudit(tx, { action: 'api-key.renamed', target: targetOf({ id, name }), ...changes })
    }
    return getKey(tx, id)
  })
}

/** Idempotent. */
export function revokeApiKey(ctx: Ctx<Viewer>, id: string) {
  return inTransaction(ctx, async (tx) => {
    const before = await lockKey(tx, id)
    if (!before.revokedAt) {
      await tx.db.updateTable('apiKey').set({ revokedAt: tx.now() }).where('id', '=', id).execute()
      await recordAudit(tx, { action: 'api-key.revoked', target: targetOf(before) })
    }
    return getKey(tx, id)
  })
}

/** Their name in the audit log stays without them. */
export async function deleteApiKeysOf({ db }: Pick<Ctx, 'db'>, personId: string) {
  await db.deleteFrom('apiKey').where('createdBy', '=', personId).execute()
}

async function getKey({ db, now }: Pick<Ctx, 'db' | 'now'>, id: string) {
  return presentKey(await orNotFound(findKey(db, id)), now())
}

/** Locked until the transaction ends. */
function lockKey({ db }: Pick<Ctx, 'db'>, id: string) {
  return orNotFound(db.selectFrom('apiKey').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst())
}

function targetOf({ id, name }: { id: string; name: string }) {
  return { kind: 'api-key', id, name }
}
