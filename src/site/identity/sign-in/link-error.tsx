import type { ActionKind } from '#contract/identity/identity.ts'
import { Button } from '#site/ui/button.tsx'
import { RequestNewLink } from './request-new-link.tsx'
import { errorCode, errorMessage } from '#site/errors/messages.ts'
import { StepTitle } from './step-title.tsx'

type Props = {
  /** Null when there was no code to look at. */
  error: unknown
  kind: ActionKind | null
  email: string
  next: string
  onTryAgain(): void
}

/** A mailed link that does not work: what became of it, and how to get another. */
export function LinkError({ error, kind, email, next, onTryAgain }: Props) {
  const trouble = describe(error)
  return (
    <>
      <StepTitle arrives lead={trouble.lead}>
        {trouble.title}
      </StepTitle>
      {trouble.lasting ? (
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
      lasting: true,
      title: 'This link is incomplete',
      lead: 'Part of the address is missing. Open it from the mail once more, or ask for a new one.',
    }
  const code = errorCode(error)
  if (code === 'expired-action-code')
    return { lasting: true, title: 'This link has expired', lead: 'Links in our mails work for a while only.' }
  if (code === 'invalid-action-code')
    return {
      lasting: true,
      title: 'This link no longer works',
      lead: 'It was used already, a newer one has taken its place, or part of it is missing.',
    }
  return { lasting: false, title: 'We could not check this link', lead: errorMessage(error) }
}
