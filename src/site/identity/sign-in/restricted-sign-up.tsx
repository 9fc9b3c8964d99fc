import type { Reply } from '#contract/endpoints.ts'
import { Banner } from '#site/ui/banner.tsx'
import { SignInLinkRequest } from './sign-in-link-request.tsx'

type Methods = Reply<'GET /api/sign-in'>

/** Whether a person needs more than a name and a password to join. */
export function isRestricted({ mode, domains }: Methods['signUp']) {
  return mode !== 'open' || domains.length > 0
}

/** Says how to join a site that is not open to everyone. */
export function RestrictedSignUp({ methods, next }: { methods: Methods; next: string }) {
  const { mode, domains } = methods.signUp
  if (mode === 'closed') return <Banner tone="info">This site takes no new accounts.</Banner>
  if (mode === 'invitation') {
    return (
      <Banner tone="info">You need an invitation to join this site. Open the link in your invitation email.</Banner>
    )
  }
  const note = (
    <Banner tone="info">
      Only people with an address at <span className="wrap-anywhere">{domains.join(', ')}</span> can join.
      {methods.emailLink && ' We’ll email you a link that confirms your address and signs you in.'}
    </Banner>
  )
  return methods.emailLink ? (
    <SignInLinkRequest email="" next={next} above={<div className="mb-5">{note}</div>} />
  ) : (
    note
  )
}
