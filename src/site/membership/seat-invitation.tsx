import { useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import type { OwnMembership } from '#contract/membership/membership.ts'
import { errorCode, errorMessage } from '#site/errors/messages.ts'
import { useAction } from '#site/identity/account/use-action.ts'
import { withNext } from '#site/identity/sign-in/next-path.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { toast } from '#site/ui/toast.tsx'
import { useQueryValue, useRemoveQueryValue } from './use-query-value.ts'

type Invitation = Reply<'GET /api/membership/seats/invitation/{token}'>
type Props = { isSignedIn: boolean; onAccepted(own: OwnMembership): void }

/** The invitation of `?seat=TOKEN`. */
export function SeatInvitation(props: Props) {
  const token = useQueryValue('seat')
  return token ? <Invited key={token} token={token} {...props} /> : null
}

function Invited({ token, isSignedIn, onAccepted }: Props & { token: string }) {
  const api = useApi()
  const action = useAction()
  const removeToken = useRemoveQueryValue('seat')
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    api('GET /api/membership/seats/invitation/{token}', { params: { token } }).then(setInvitation, (error: unknown) => {
      const isUnknown = ['not-found', 'invalid', 'link-expired'].includes(errorCode(error))
      setProblem(isUnknown ? 'This invitation is not valid. Ask for a new one.' : errorMessage(error))
    })
  }, [api, token])

  const accept = () =>
    action.run(async () => {
      const own = await api('POST /api/membership/seats/accept', { body: { token } })
      onAccepted(own)
      await removeToken()
      await toast({ tone: 'success', title: 'You have a seat', description: 'You can read every members’ story now.' })
    })

  if (problem) return <Banner tone="danger">{problem}</Banner>
  if (!invitation) return <Skeleton className="h-32 w-full rounded-lg" />
  if (invitation.used)
    return (
      <Banner tone="warning" title="This invitation was already used">
        If you did not accept it yourself, ask for a new one.
      </Banner>
    )
  return (
    <section
      aria-labelledby="invitation"
      className="grid grid-cols-1 justify-items-center gap-4 rounded-lg border border-primary-200 bg-primary-50 px-6 py-8 text-center"
    >
      <h2 id="invitation" className="font-serif text-xl font-semibold text-balance wrap-anywhere">
        <bdi>{invitation.by}</bdi> invites you to their membership
      </h2>
      <p className="text-pretty text-gray-700">
        You read every members’ story with your own account. It costs you nothing.
      </p>
      {isSignedIn ? (
        <Button busy={action.busy} onClick={() => void accept()}>
          Accept the invitation
        </Button>
      ) : (
        <ButtonLink to={withNext('/auth/newauth', `/membership?seat=${encodeURIComponent(token)}`)}>
          Sign in to accept
        </ButtonLink>
      )}
      {action.problem && <Banner tone="danger">{action.problem}</Banner>}
    </section>
  )
}
