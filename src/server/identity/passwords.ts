import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#contract/errors.ts'
import { weaknessMessages } from '#contract/identity/weak-passwords.ts'
import { findPersonByUid } from '#server/people/person-records.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { listUnmetRequirements } from './password-policy.ts'
import { type PasswordOwner, findWeakness } from './weak-passwords.ts'

// The library's defaults are argon2id with 19 MiB and two passes. The limit keeps long inputs from wasting CPU time.
const MAX_BYTES = 4096

/** Compared with when no account has the email, so that the response takes the same time. */
let dummyHash: Promise<string> | null = null

export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/** Takes the same time with and without a stored hash. */
export async function isPasswordCorrect(stored: string | null | undefined, password: string): Promise<boolean> {
  if (Buffer.byteLength(password) > MAX_BYTES) return false
  dummyHash ??= hash('dummy password')
  const matches = await verify(stored ?? (await dummyHash), password)
  return matches && stored !== null && stored !== undefined
}

/** Refuses a password that violates the policy or is easy to guess, with the reasons. */
export async function validatePassword(ctx: Ctx, password: string, owner: PasswordOwner) {
  if (password === '') throw new Refusal('missing-password')
  const missing = listUnmetRequirements(password, ctx.identity.policy)
  if (Buffer.byteLength(password) > MAX_BYTES) missing.push('Password is too long')
  if (missing.length > 0) throw new Refusal('password-does-not-meet-requirements', { missing })
  const weak = await findWeakness(ctx, password, owner)
  if (weak) throw new Refusal('password-does-not-meet-requirements', { missing: [weaknessMessages[weak]], weak })
}

export async function validatePasswordFor(
  ctx: Ctx,
  password: string,
  { uid, email }: { uid: string; email: string | null },
) {
  const person = await findPersonByUid(ctx.db, uid)
  await validatePassword(ctx, password, { email, handle: person?.handle ?? null })
}
