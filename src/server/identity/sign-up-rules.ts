import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { getSettings } from '#server/settings/owner-settings.ts'
import type { AccountRow } from './find-accounts.ts'
import { isInvited } from './invitations.ts'

export async function getSignUpRules(ctx: Pick<Ctx, 'db'>) {
  const settings = await getSettings(ctx, ['signUp.mode', 'signUp.domains'])
  return { mode: settings['signUp.mode'], domains: settings['signUp.domains'] }
}

type NewMember = Pick<AccountRow, 'email' | 'emailVerified'>

/** Refuses a new member that the sign-up rules do not allow. Inside the transaction that creates the person. */
export async function requireSignUpAllowed(tx: Pick<Ctx, 'db' | 'now'>, { email, emailVerified }: NewMember) {
  const { mode, domains } = await getSignUpRules(tx)
  if (mode === 'closed') throw refusal('closed', 'This site takes no new accounts.')
  if (mode === 'open' && domains.length === 0) return
  if (email && emailVerified && (await isInvited(tx, email))) return
  if (mode === 'invitation') {
    const message = 'You need an invitation to join this site. Open the link in your invitation email.'
    throw refusal('invitation', message)
  }
  if (!email || !domains.includes(email.slice(email.lastIndexOf('@') + 1))) {
    throw refusal('domain', `Only addresses at ${domains.join(', ')} can join this site.`)
  }
  // Anyone could enter an address of these domains.
  if (!emailVerified) throw refusal('unverified', 'Join with the link that we email you, which confirms your address.')
}

function refusal(reason: string, message: string) {
  return new Refusal('admin-restricted-operation', { reason, message })
}
