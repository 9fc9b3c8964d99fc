import type { ApiKey } from '#contract/api-keys/api-keys.ts'
import { type ApiKeyState, type ApiScope, apiScopes } from '#contract/api-keys/scopes.ts'
import type { KeyRow } from './queries.ts'

export function presentKey(row: KeyRow, at: Date): ApiKey {
  return {
    id: row.id,
    name: row.name,
    lastFour: row.lastFour,
    scopes: knownScopes(row.scopes),
    creator: { id: row.createdBy, handle: row.creatorHandle, name: row.creatorName },
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
    state: stateOf(row, at),
    version: row.version,
  }
}

/** Only admins have keys: a key stops with the role of its creator. */
export function stateOf(
  { revokedAt, expiresAt, role, disabledAt }: Pick<KeyRow, 'revokedAt' | 'expiresAt' | 'role' | 'disabledAt'>,
  at: Date,
): ApiKeyState {
  if (revokedAt) return 'revoked'
  if (expiresAt && expiresAt <= at) return 'expired'
  return role === 'admin' && !disabledAt ? 'active' : 'stopped'
}

/** A scope of a later release is left out after a downgrade. */
export function knownScopes(scopes: readonly string[]): ApiScope[] {
  return apiScopes.filter((scope) => scopes.includes(scope))
}
