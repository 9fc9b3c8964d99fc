import type { PasswordPolicy } from '#contract/identity/identity.ts'
import type { SignInMethod } from '#contract/identity/sign-in-methods.ts'

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
  /** Added in the browser, so that only public addresses are requested. The operator may use a private network. */
  isPublicOnly: boolean
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
  authorizedDomains: readonly string[]
  policy: PasswordPolicy
  /** Maximum session age since sign-in, regardless of use. */
  sessionMs: number
  /** Whether responses hide which addresses have accounts. */
  protectEmails: boolean
  methods: readonly SignInMethod[]
  providers: readonly ProviderConfig[]
}
