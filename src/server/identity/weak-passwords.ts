import type { Weakness } from '#contract/identity/weak-passwords.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { getSite } from '#server/settings/site.ts'

/** Shorter parts of an email occur in too many good passwords. */
const MIN_PART_LENGTH = 4

export type PasswordOwner = { email: string | null; handle: string | null }

let common: Promise<ReadonlySet<string>> | null = null

/** About 49,000 passwords that attackers try first, in lower case. Loaded once, when a password is first set. */
export function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => word.toLowerCase())),
  )
  return common
}

export async function findWeakness(ctx: Ctx, password: string, owner: PasswordOwner): Promise<Weakness | null> {
  const text = password.normalize('NFKC').toLowerCase()
  if ((await loadCommonPasswords()).has(text.trim())) return 'common'
  const { name } = await getSite(ctx)
  const guessable = [owner.email, localPart(owner.email), owner.handle, name].map(normalize)
  const own = normalize(text)
  return guessable.some((part) => part.length >= MIN_PART_LENGTH && own.includes(part)) ? 'personal' : null
}

function localPart(email: string | null) {
  return email?.split('@')[0]?.split('+')[0] ?? null
}

/** Drops spaces and punctuation, which do not make a name harder to guess. */
function normalize(text: string | null) {
  return (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
