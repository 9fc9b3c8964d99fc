import { passwordSymbols } from '#contract/identity/password-rules.ts'
import type { AuthCall } from './auth-call.ts'

/** The project settings that clients read before sign-in. */
export const projectCalls: AuthCall[] = [
  {
    method: 'GET',
    path: 'v1/projects',
    limit: 'read',
    anyKey: true,
    run: async ({ identity }) => ({ projectId: identity.projectId, authorizedDomains: identity.authorizedDomains }),
  },
  {
    method: 'GET',
    path: 'v2/passwordPolicy',
    limit: 'read',
    run: async ({ identity: { policy } }) => ({
      schemaVersion: 1,
      customStrengthOptions: {
        minPasswordLength: policy.minLength,
        maxPasswordLength: policy.maxLength,
        containsLowercaseCharacter: policy.lowercase,
        containsUppercaseCharacter: policy.uppercase,
        containsNumericCharacter: policy.numeric,
        containsNonAlphanumericCharacter: policy.symbol,
      },
      allowedNonAlphanumericCharacters: passwordSymbols,
      enforcementState: 'ENFORCE',
      forceUpgradeOnSignin: false,
    }),
  },
  {
    method: 'GET',
    path: 'v2/recaptchaConfig',
    limit: 'read',
    // Off, with a well-formed key: otherwise clients load Google's script.
    run: async ({ identity }) => ({
      recaptchaKey: `projects/${identity.projectId}/keys/none`,
      recaptchaEnforcementState: [{ provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' }],
    }),
  },
]
