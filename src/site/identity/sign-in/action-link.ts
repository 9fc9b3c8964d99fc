import { createAddresses } from '#site/browser/urls.ts'
import type { ActionKind } from '#contract/identity/identity.ts'
import type { Boot } from '#site/page.ts'
import { safeNext } from './next-path.ts'

/** Maps the `mode` of an emailed link to our action kinds. */
const kinds: Record<string, ActionKind> = {
  verifyEmail: 'verify',
  resetPassword: 'reset',
  signIn: 'sign-in',
  verifyAndChangeEmail: 'change',
  recoverEmail: 'recover',
}

export type ActionLink = { kind: ActionKind | null; code: string; email: string; next: string }

/** Parses an emailed link. Nothing in it is trusted: the server checks the code. */
export function parseActionLink(search: string, boot: Boot, origin: string): ActionLink {
  const query = new URLSearchParams(search)
  return {
    kind: kinds[query.get('mode') ?? ''] ?? null,
    code: query.get('oobCode') ?? '',
    email: query.get('email') ?? '',
    next: nextOf(query.get('continueUrl') ?? query.get('next'), boot, origin),
  }
}

/** The path of an absolute URL, if it is on this site. */
function nextOf(address: string | null, boot: Boot, origin: string) {
  if (!address || address.startsWith('/')) return safeNext(address)
  if (!URL.canParse(address)) return safeNext(null)
  const url = new URL(address)
  return safeNext(url.origin === origin ? createAddresses(boot).pathOf(url) : null)
}
