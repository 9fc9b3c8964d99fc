import { z } from 'zod'
import type { EndpointTable } from '#contract/endpoint.ts'
import { Domain } from '#contract/shapes.ts'
import { MAX_PROVIDERS, signInMethods } from './sign-in-methods.ts'

export const ProviderId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,60}$/, 'Use 2 to 61 lowercase letters, digits, dots and hyphens.')

const Issuer = z.url({ protocol: /^https?$/, error: 'Enter a URL, such as https://accounts.example.com.' }).max(2000)

const providerFields = {
  name: z.string().trim().min(1, 'Enter a name.').max(60),
  issuer: Issuer,
  clientId: z.string().trim().min(1, 'Enter the client ID.').max(500),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/, 'Enter scopes separated by spaces.'))
    .min(1, 'Enter at least the scope openid.')
    .max(20)
    .refine((scopes) => scopes.includes('openid'), 'The scope openid is required.'),
  /** Whether its ID tokens contain the client’s nonce instead of its hash. */
  rawNonce: z.boolean(),
  enabled: z.boolean(),
}

/** Without `clientSecret`, or with an empty one, the stored secret is kept. Null removes it. */
const ClientSecret = z.string().max(5000).nullable().optional()

export const WrittenProvider = z.object({ ...providerFields, clientSecret: ClientSecret })
export type WrittenProvider = z.infer<typeof WrittenProvider>

export const ProviderSettings = z.object({
  id: z.string(),
  ...providerFields,
  issuer: z.string(),
  scopes: z.array(z.string()),
  /** The secret itself is never returned. */
  clientSecret: z.object({ set: z.boolean() }),
  version: z.int(),
  source: z.enum(['environment', 'settings']),
  /** A provider of the environment has the same ID and is used instead. */
  overridden: z.boolean(),
  /** The number of accounts that are linked to it, at most 1000. */
  accounts: z.int(),
})
export type ProviderSettings = z.infer<typeof ProviderSettings>

export const SignInSettings = z.object({
  methods: z.array(z.enum(signInMethods)),
  /** Domains that the owner added. */
  domains: z.array(z.string()),
  /** Domains that are always authorized. */
  ownDomains: z.array(z.string()),
  version: z.int(),
  /** The environment variables that set them, which then cannot be changed here. */
  setBy: z.object({ methods: z.string().nullable(), domains: z.string().nullable() }),
  providers: z.array(ProviderSettings),
  /** The redirect URI to register with each provider. */
  redirectUrl: z.string(),
  /** The site that manages the accounts, if it is another. Nothing can be changed here then. */
  service: z.string().nullable(),
})
export type SignInSettings = z.infer<typeof SignInSettings>

const ProviderCheckStep = z.object({
  step: z.enum(['discovery', 'issuer', 'endpoints', 'keys']),
  /** Null when an earlier step failed. */
  ok: z.boolean().nullable(),
  found: z.string(),
})
export const ProviderCheck = z.object({ ok: z.boolean(), steps: z.array(ProviderCheckStep) })
export type ProviderCheck = z.infer<typeof ProviderCheck>

export const signInSettingsEndpoints = {
  'GET /api/admin/sign-in-settings': {
    access: 'admin',
    says: 'Returns the sign-in methods, the authorized domains and the identity providers, without their secrets.',
    reply: SignInSettings,
  },
  'PUT /api/admin/sign-in-settings': {
    access: 'admin',
    says: 'Changes the sign-in methods and authorized domains. Refused when no admin could sign in anymore.',
    body: z.object({
      methods: z.array(z.enum(signInMethods)),
      domains: z.array(z.union([z.literal('localhost'), Domain])).max(100),
      version: z.int(),
    }),
    reply: SignInSettings,
  },
  'POST /api/admin/identity-providers': {
    access: 'admin',
    says: 'Adds an identity provider (OpenID Connect).',
    body: WrittenProvider.extend({ id: ProviderId }),
    reply: SignInSettings,
  },
  'PUT /api/admin/identity-providers/{id}': {
    access: 'admin',
    says: 'Changes an identity provider. Refused when no admin could sign in anymore.',
    params: z.object({ id: ProviderId }),
    body: WrittenProvider.extend({ version: z.int() }),
    reply: SignInSettings,
  },
  'DELETE /api/admin/identity-providers/{id}': {
    access: 'admin',
    says: 'Removes an identity provider. The links of accounts are kept, in case it is added again.',
    params: z.object({ id: ProviderId }),
    reply: SignInSettings,
  },
  'PUT /api/admin/identity-provider-order': {
    access: 'admin',
    says: 'Changes the order of the identity providers on the sign-in page.',
    body: z.object({ ids: z.array(ProviderId).max(MAX_PROVIDERS) }),
    reply: SignInSettings,
  },
  'POST /api/admin/identity-providers/check': {
    access: 'admin',
    says: 'Loads the discovery document and the keys of an issuer, and reports each step.',
    body: z.object({ issuer: Issuer }),
    reply: ProviderCheck,
    limit: 'look',
  },
} satisfies EndpointTable
