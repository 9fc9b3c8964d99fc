import type { ActionKind } from '#contract/identity/identity.ts'
import { Button } from '#site/ui/button.tsx'
import { RequestNewLink } from './request-new-link.tsx'
import { errorCode, errorMessage } from '#site/errors/messages.ts'
import { StepTitle } from './step-title.tsx'

type Props = {
  /** Null when the link has no code. */
  error: unknown
  kind: ActionKind | null
  email: string
  next: string
  onTryAgain(): void
}

/** Explains why an emailed link does not work, and offers a new one. */
export function LinkError({ error, kind, email, next, onTryAgain }: Props) {
  const problem = describe(error)
  return (
    <>
      <StepTitle arrives lead={problem.lead}>
        {problem.title}
      </StepTitle>
      {problem.permanent ? (
        <RequestNewLink kind={kind} email={email} next={next} />
      ) : (
        <Button onClick={onTryAgain}>Try again</Button>
      )}
    </>
  )
}

function describe(error: unknown) {
  if (error === null)
    return {
      permanent: true,
      title: 'This link is incomplete',
      lead: 'Part of the address is missing. Open the link from the email again, or request a new one.',
    }
  const code = errorCode(error)
  if (code === 'expired-action-code')
    return { permanent: true, title: 'This link has expired', lead: 'Links in our emails work for a limited time.' }
  if (code === 'invalid-action-code')
    return {
      permanent: true,
      title: 'This link no longer works',
      lead: 'It was already used, replaced by a newer one, or is incomplete.',
    }
  return { permanent: false, title: 'We couldn’t check this link', lead: errorMessage(error) }
}
