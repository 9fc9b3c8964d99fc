import { useState } from 'react'
import type { Reply } from '#contract/endpoints.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { useAfterSignIn } from './after-sign-in.ts'
import { withNext } from './next-path.ts'
import { Or, OtherMethods } from './other-methods.tsx'
import { PasswordForm } from './password-form.tsx'
import { LinkButton } from './link-button.tsx'
import { SecondFactorStep } from './second-step.tsx'
import { SignInLinkRequest } from './sign-in-link-request.tsx'
import { StepTitle } from './step-title.tsx'
import { useSignIn } from './use-sign-in.ts'

type Ways = Reply<'GET /api/sign-in'>

/** All ways in, one step at a time. The address that was typed stays, whichever way is tried. */
export function SignIn({ ways, next }: { ways: Ways; next: string }) {
  const arrive = useAfterSignIn()
  const { needed, message, attempt, startAgain } = useSignIn((signedIn) => arrive(signedIn, next))
  const [byMail, setByMail] = useState(!ways.password && ways.emailLink)
  const [email, setEmail] = useState('')
  const [returned, setReturned] = useState(false)

  function goBack() {
    startAgain()
    setByMail(false)
    setReturned(true)
  }

  if (needed) return <SecondFactorStep needed={needed} attempt={attempt} onStartAgain={goBack} />
  if (byMail)
    return (
      <SignInLinkRequest
        email={email}
        onEmail={setEmail}
        next={next}
        above={
          <StepTitle arrives={ways.password} lead="We mail you a link. Open it, and you are signed in.">
            Sign in by mail
          </StepTitle>
        }
        below={
          ways.password && (
            <p className="mt-6 text-sm">
              <LinkButton onClick={goBack}>Use another way</LinkButton>
            </p>
          )
        }
      />
    )
  return (
    <>
      <StepTitle arrives={returned} lead={<SignUpLead next={next} />}>
        Sign in
      </StepTitle>
      {ways.password && <PasswordForm attempt={attempt} email={email} onEmail={setEmail} message={message} />}
      {ways.password && <Or />}
      <OtherMethods providers={ways.providers} attempt={attempt} purpose="signIn" passkeys>
        {ways.emailLink && (
          <Button tone="quiet" onClick={() => setByMail(true)}>
            <Icon name="mail" size={18} />
            Email me a sign-in link
          </Button>
        )}
      </OtherMethods>
    </>
  )
}

function SignUpLead({ next }: { next: string }) {
  return (
    <p>
      New here? <TextLink to={withNext('/auth/newsignup', next)}>Sign up</TextLink>
    </p>
  )
}
