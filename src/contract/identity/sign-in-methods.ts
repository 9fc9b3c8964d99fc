/** In a file without zod, so that pages do not bundle it. */
export const signInMethods = ['password', 'email-link', 'anonymous', 'passkey'] as const
export type SignInMethod = (typeof signInMethods)[number]

export const MAX_PROVIDERS = 20
export const defaultScopes: readonly string[] = ['openid', 'email', 'profile']

type Preset = { id: string; name: string; issuer: string; scopes: readonly string[]; hint: string }

/** Well-known providers that speak OpenID Connect. */
export const providerPresets: readonly Preset[] = [
  {
    id: 'google.com',
    name: 'Google',
    issuer: 'https://accounts.google.com',
    scopes: defaultScopes,
    hint: 'Create an OAuth client of the type “Web application” in the Google Cloud console.',
  },
  {
    id: 'microsoft.com',
    name: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/TENANT-ID/v2.0',
    scopes: defaultScopes,
    hint: 'Register an app in Microsoft Entra, and replace TENANT-ID with the ID of your directory.',
  },
  {
    id: 'apple.com',
    name: 'Apple',
    issuer: 'https://appleid.apple.com',
    // Apple sends the answer in a form when email or name are asked for, which this site does not accept.
    scopes: ['openid'],
    hint: 'The client ID is your Services ID. The client secret is a token that you sign with your key; renew it every six months. Apple sends no email address.',
  },
  {
    id: 'oidc.gitlab',
    name: 'GitLab',
    issuer: 'https://gitlab.com',
    scopes: defaultScopes,
    hint: 'Add an application in GitLab with the scopes openid, email and profile.',
  },
]
