import { Refusal } from '#contract/errors.ts'

/** Whose token it is; null for one that is bad, expired or revoked. */
export type Verify = (token: string) => Promise<{ uid: string } | null>

/** The caller, or null when nobody is named. A bad token is refused, never taken for none. */
export async function uidOf(token: string | null, verify: Verify): Promise<string | null> {
  if (token === null) return null
  const session = await verify(token)
  if (!session) throw new Refusal('invalid-user-token')
  return session.uid
}
