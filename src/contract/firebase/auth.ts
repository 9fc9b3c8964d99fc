import { z } from 'zod'

/**
 * Request bodies of the Firebase-compatible Auth API. As in Firebase, unknown fields are ignored, and in most calls a
 * missing string means the same as an empty one.
 */
const Text = z.string().max(4096).default('')
/** No maximum length here: long passwords are refused with the password error code. */
const Password = z.string()
const IdToken = z.string().max(8192)
const MaybeIdToken = IdToken.optional()
const emptyForNull = (text: string | null | undefined) => (text === null ? '' : text)

export const SignUp = z.object({
  idToken: MaybeIdToken,
  email: Text,
  password: Password.default(''),
  displayName: z.string().max(256).optional(),
})
export const SignInWithPassword = z.object({ email: Text, password: Password.default('') })
export const SignInWithEmailLink = z.object({ email: Text, oobCode: Text, idToken: MaybeIdToken })
export const WithIdToken = z.object({ idToken: IdToken.default('') })

export const SignInWithIdp = z.object({
  requestUri: z.string().max(8192).default(''),
  postBody: z.string().max(16384).nullish(),
  sessionId: z.string().max(400).nullish(),
  returnIdpCredential: z.boolean().optional(),
  idToken: MaybeIdToken,
  autoCreate: z.boolean().default(true),
})

export const Update = z.object({
  idToken: MaybeIdToken,
  oobCode: z.string().max(400).optional(),
  displayName: z.string().max(256).nullish().transform(emptyForNull),
  photoUrl: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2048)])
    .nullish()
    .transform(emptyForNull),
  password: Password.optional(),
  email: z.string().max(4096).optional(),
  /** Clients send one at a time, so a refused request changes nothing. */
  deleteProvider: z.array(z.string().max(128)).max(1).optional(),
  deleteAttribute: z.array(z.string().max(40)).max(20).default([]),
})

export const SendOobCode = z.object({
  requestType: z.enum(['PASSWORD_RESET', 'EMAIL_SIGNIN', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']),
  email: Text,
  newEmail: Text,
  idToken: MaybeIdToken,
  continueUrl: z.string().max(8192).nullish(),
})

export const ResetPassword = z.object({ oobCode: Text, newPassword: Password.optional() })
export const CreateAuthUri = z.object({ identifier: Text, continueUri: Text })

const Totp = z.object({
  verificationCode: z.string().max(40).default(''),
  sessionInfo: z.string().max(400).default(''),
})

export const EnrolmentFinalize = z.object({
  idToken: IdToken.default(''),
  displayName: z.string().max(60).nullish(),
  totpVerificationInfo: Totp.optional(),
})
export const EnrolmentWithdraw = z.object({ idToken: IdToken.default(''), mfaEnrollmentId: Text })
export const SignInFinalize = z.object({
  mfaPendingCredential: Text,
  mfaEnrollmentId: z.string().max(128).optional(),
  totpVerificationInfo: Totp.optional(),
})

export const RevokeToken = z.object({ token: z.string().min(1).max(8192), providerId: Text, idToken: MaybeIdToken })

export const Refresh = z.object({ grant_type: Text, refresh_token: Text })
