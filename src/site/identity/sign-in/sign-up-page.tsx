import type { Role } from '#contract/endpoint.ts'
import type { Reply } from '#contract/endpoints.ts'
import { usePageData, useShell } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { AlreadySignedIn } from './already-signed-in.tsx'
import { useAfterSignIn } from './after-sign-in.ts'
import { AuthFrame } from './auth-frame.tsx'
import { useNext, withNext } from './next-path.ts'
import { Or, OtherMethods } from './other-methods.tsx'
import { SecondFactorStep } from './second-step.tsx'
import type { signInData } from './sign-in-data.ts'
import { RestrictedSignUp, isRestricted } from './restricted-sign-up.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { StepTitle } from './step-title.tsx'
import { useInvitation } from './use-invitation.ts'
import { useSignIn } from './use-sign-in.ts'

export { authHead as head } from './auth-head.ts'

export default function SignUpPage() {
  const methods = usePageData<typeof signInData>()
  const { viewer } = useShell()
  const next = useNext()
  return (
    <AuthFrame>
      {viewer ? <AlreadySignedIn viewer={viewer} next={next} /> : <SignUp methods={methods} next={next} />}
    </AuthFrame>
  )
}

const roleNames: Record<Role, string> = {
  reader: 'a reader',
  author: 'an author',
  editor: 'an editor',
  admin: 'an admin',
}

function SignUp({ methods, next }: { methods: Reply<'GET /api/sign-in'>; next: string }) {
  const { site } = useShell()
  const arrive = useAfterSignIn()
  const { invitation, problem } = useInvitation()
  const { needed, attempt, startAgain } = useSignIn((signedIn) => arrive(signedIn, next))
  // A provider may sign in to an existing account with a second factor.
  if (needed) return <SecondFactorStep needed={needed} attempt={attempt} onStartAgain={() => startAgain()} />
  // A closed site takes no one, invited or not.
  const restricted = methods.signUp.mode === 'closed' || (!invitation && isRestricted(methods.signUp))
  return (
    <>
      <StepTitle
        lead={
          <p>
            {invitation && `You’re invited as ${roleNames[invitation.role]}. `}
            Have an account? <TextLink to={withNext('/auth/newauth', next)}>Sign in</TextLink>
          </p>
        }
      >
        Join {site.name}
      </StepTitle>
      {problem && <Banner tone="warning">{problem}</Banner>}
      {restricted ? (
        <RestrictedSignUp methods={methods} next={next} />
      ) : (
        methods.password && <SignUpForm known={methods.policy} attempt={attempt} invitation={invitation} />
      )}
      {methods.signUp.mode !== 'closed' && (
        <>
          {methods.password && methods.providers.length > 0 && <Or />}
          <OtherMethods providers={methods.providers} attempt={attempt} purpose="signIn" passkeys={false} />
        </>
      )}
      <p className="mt-6 text-sm text-gray-600">
        By signing up you agree to the <TextLink to="/termsandconditions">terms and conditions</TextLink> and the{' '}
        <TextLink to="/privacypolicy">privacy policy</TextLink>.
      </p>
    </>
  )
}
