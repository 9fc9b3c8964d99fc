import { Refusal } from '#contract/errors.ts'

/** Null for a token that is invalid, expired or revoked. */
export type VerifyToken = (token: string) => Promise<{ uid: string } | null>

/** The caller's uid, or null without a token. An invalid token is refused, never treated as missing. */
export async function authenticate(token: string | null, verify: VerifyToken): Promise<string | null> {
  if (token === null) return null
  const session = await verify(token)
  if (!session) throw new Refusal('invalid-user-token')
  return session.uid
}
