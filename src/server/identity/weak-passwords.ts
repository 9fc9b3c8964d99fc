import type { Ctx } from '#server/platform/ctx.ts'
import { getSite } from '#server/settings/site.ts'

/** Shorter parts of an address are found in too many good passwords. */
const SHORTEST_PART = 4

/** The person that a password is for. */
export type PasswordOwner = { email: string | null; handle: string | null }

export type Weakness = 'common' | 'personal'

let common: Promise<ReadonlySet<string>> | null = null

/** About 49,000 passwords that attackers try first, in lower case. Loaded once, when a password is first set. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => word.toLowerCase())),
  )
  return common
}

/** Why a password is easy to guess, or null. */
export async function weaknessOf(ctx: Ctx, password: string, owner: PasswordOwner): Promise<Weakness | null> {
  const text = password.normalize('NFKC').toLowerCase()
  if ((await commonPasswords()).has(text.trim())) return 'common'
  const { name } = await getSite(ctx)
  const guessable = [owner.email, localPart(owner.email), owner.handle, name].map(bare)
  const own = bare(text)
  return guessable.some((part) => part.length >= SHORTEST_PART && own.includes(part)) ? 'personal' : null
}

function localPart(email: string | null) {
  return email?.split('@')[0]?.split('+')[0] ?? null
}

/** Without spaces and signs, which do not make a name harder to guess. */
function bare(text: string | null) {
  return (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
