import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Id } from '#contract/shapes.ts'
import { MAX_API_KEY_NAME, DEFAULT_LIFETIME_DAYS, apiKeyLifetimes, apiKeyStates, apiScopes } from './scopes.ts'

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The last four characters of the key, to recognize it. */
  lastFour: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  creator: z.object({ id: z.string(), handle: z.string(), name: z.string() }),
  createdAt: z.iso.datetime(),
  /** Null for a key that never expires. */
  expiresAt: z.iso.datetime().nullable(),
  /** Exact to about a minute. */
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  state: z.enum(apiKeyStates),
  version: z.int(),
})
export type ApiKey = z.infer<typeof ApiKey>

const Name = z.string().trim().min(1, 'Enter a name.').max(MAX_API_KEY_NAME)

const NewApiKey = z.object({
  name: Name,
  scopes: z.array(z.enum(apiScopes)).min(1, 'Choose at least one scope.'),
  /** Null for a key that never expires. */
  expiresInDays: z.literal(apiKeyLifetimes).nullable().default(DEFAULT_LIFETIME_DAYS),
})
export type NewApiKey = z.infer<typeof NewApiKey>

const KeyParams = z.object({ id: Id })

/** None of them has a scope: a key cannot manage keys. */
export const apiKeyEndpoints = {
  'GET /api/admin/api-keys': {
    access: 'admin',
    says: 'Lists the API keys of all admins: the valid ones, then those that have ended most recently.',
    reply: z.array(ApiKey),
  },
  'POST /api/admin/api-keys': {
    access: 'admin',
    says: 'Creates an API key that acts as you within its scopes. The reply is the only one that contains the key.',
    body: NewApiKey,
    reply: z.object({ apiKey: ApiKey, secret: z.string() }),
  },
  'PATCH /api/admin/api-keys/{id}': {
    access: 'admin',
    says: 'Renames an API key.',
    params: KeyParams,
    body: z.object({ name: Name, version: z.int() }),
    reply: ApiKey,
  },
  'POST /api/admin/api-keys/{id}/revoke': {
    access: 'admin',
    says: 'Revokes an API key at once and for good.',
    params: KeyParams,
    reply: ApiKey,
  },
} satisfies EndpointTable
