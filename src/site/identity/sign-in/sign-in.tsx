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

type Methods = Reply<'GET /api/sign-in'>

/** All sign-in methods. The typed address carries over between them. */
export function SignIn({ methods, next }: { methods: Methods; next: string }) {
  const arrive = useAfterSignIn()
  const { needed, message, attempt, startAgain } = useSignIn((signedIn) => arrive(signedIn, next))
  const others = methods.password || methods.passkey || methods.providers.length > 0
  const [byMail, setByMail] = useState(methods.emailLink && !others)
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
          <StepTitle arrives={others} lead="We’ll email you a link that signs you in.">
            Sign in by email
          </StepTitle>
        }
        below={
          others && (
            <p className="mt-6 text-sm">
              <LinkButton onClick={goBack}>Use another method</LinkButton>
            </p>
          )
        }
      />
    )
  return (
    <>
      <StepTitle arrives={returned} lead={methods.signUp.mode === 'open' && <SignUpLead next={next} />}>
        Sign in
      </StepTitle>
      {methods.password && (
        <PasswordForm attempt={attempt} policy={methods.policy} email={email} onEmail={setEmail} message={message} />
      )}
      {methods.password && !methods.service && <Or />}
      <OtherMethods providers={methods.providers} attempt={attempt} purpose="signIn" passkeys={methods.passkey}>
        {methods.emailLink && (
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
