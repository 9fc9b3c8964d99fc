import type { PasswordPolicy } from '#contract/identity/identity.ts'

export const signInMethods = ['password', 'email-link', 'anonymous', 'passkey'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** An OpenID Connect provider. */
export type ProviderConfig = {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string | null
  scopes: string[]
  /** Whether its ID tokens contain the client’s nonce instead of its hash. */
  rawNonce: boolean
}

export type IdentityService = {
  /** Ends with a slash. */
  url: string
  apiKey: string
}

/** How people sign in, and which ID tokens are accepted. */
export type IdentityConfig = {
  projectId: string
  issuer: string
  /** The JWKS of another issuer; null when the site issues its own tokens. */
  jwksUrl: string | null
  /** The origin that tokens of another issuer must name as the party they are for; null accepts any. */
  authorizedParty: string | null
  /** The service that manages the accounts, if it is not this site. */
  service: IdentityService | null
  /** The API key that Firebase clients must send; null accepts any. */
  apiKey: string | null
  authorizedDomains: string[]
  policy: PasswordPolicy
  /** Maximum session age since sign-in, regardless of use. */
  sessionMs: number
  /** Whether responses hide which addresses have accounts. */
  protectEmails: boolean
  methods: readonly SignInMethod[]
  providers: readonly ProviderConfig[]
}
