import { createAddresses } from '#site/browser/urls.ts'
import type { ActionKind } from '#contract/identity/identity.ts'
import type { Boot } from '#site/page.ts'
import { safeNext } from './next-path.ts'

/** The modes of mailed links, and what we call them. */
const kinds: Record<string, ActionKind> = {
  verifyEmail: 'verify',
  resetPassword: 'reset',
  signIn: 'sign-in',
  verifyAndChangeEmail: 'change',
  recoverEmail: 'recover',
}

export type ActionLink = { kind: ActionKind | null; code: string; email: string; next: string }

/** What a mailed link says. Nothing in it is believed; the code is shown to the server. */
export function parseActionLink(search: string, boot: Boot, origin: string): ActionLink {
  const query = new URLSearchParams(search)
  return {
    kind: kinds[query.get('mode') ?? ''] ?? null,
    code: query.get('oobCode') ?? '',
    email: query.get('email') ?? '',
    next: nextOf(query.get('continueUrl') ?? query.get('next'), boot, origin),
  }
}

/** The path that a whole address stands for, if it is one of this site. */
function nextOf(address: string | null, boot: Boot, origin: string) {
  if (!address || address.startsWith('/')) return safeNext(address)
  if (!URL.canParse(address)) return safeNext(null)
  const url = new URL(address)
  return safeNext(url.origin === origin ? createAddresses(boot).pathOf(url) : null)
}
