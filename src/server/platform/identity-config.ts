import type { PasswordPolicy } from '#contract/identity/identity.ts'

export const signInMethods = ['password', 'email-link', 'anonymous', 'passkey'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** Another service that vouches for people, by OpenID Connect. */
export type ProviderConfig = {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string | null
  scopes: string[]
  /** Whether its ID tokens carry a client’s nonce as it is, not its hash. */
  rawNonce: boolean
}

/** How people may sign in, and whose ID tokens count. */
export type IdentityConfig = {
  projectId: string
  issuer: string
  /** Where the keys of another issuer are; null when tokens are our own. */
  jwksUrl: string | null
  /** What a client of the hosted service must send as its key; null takes any. */
  apiKey: string | null
  authorizedDomains: string[]
  policy: PasswordPolicy
  /** How long after a sign-in its session ends, however much it is used. */
  sessionMs: number
  /** Whether answers hide which addresses have accounts. */
  protectEmails: boolean
  methods: readonly SignInMethod[]
  providers: readonly ProviderConfig[]
}
