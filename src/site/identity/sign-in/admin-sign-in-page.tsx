import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Reply } from '#contract/endpoints.ts'
import { usePageData, useShell } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { SignOutButton } from './already-signed-in.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { SetupForm } from './setup-form.tsx'
import type { signInData } from './sign-in-data.ts'
import { StepTitle } from './step-title.tsx'
import { useHardNavigation } from './hard-navigation.ts'
import { withNext } from './next-path.ts'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorStep } from './second-step.tsx'
import { useSignIn } from './use-sign-in.ts'

export { authHead as head } from './auth-head.ts'

/** Setup for the holder of the one-time link, otherwise the admin sign-in. */
export default function AdminSignInPage() {
  const methods = usePageData<typeof signInData>()
  const { viewer } = useShell()
  const token = useSetupToken()
  return (
    <AuthFrame>
      {viewer ? (
        <SignedIn viewer={viewer} />
      ) : token ? (
        <>
          <StepTitle lead="This one-time link makes you the first admin.">Set up your site</StepTitle>
          <SetupForm token={token} known={methods.policy} />
        </>
      ) : (
        <>
          <AdminSignIn methods={methods} />
          {!methods.setUp && <SetUpHint />}
        </>
      )}
    </AuthFrame>
  )
}

/** The token is in the fragment, which never reaches a server or its logs. In hash mode it is in the query of the fragment. */
function useSetupToken() {
  const { hash, search } = useLocation()
  const [token, setToken] = useState<string | null>(null)
  useEffect(() => {
    setToken(new URLSearchParams(hash.slice(1)).get('setup') ?? new URLSearchParams(search).get('setup'))
  }, [hash, search])
  return token
}

function SignedIn({ viewer }: { viewer: Viewer }) {
  if (hasRole(viewer, 'editor'))
    return (
      <>
        <StepTitle>
          <span dir="auto">You are signed in, {viewer.name}</span>
        </StepTitle>
        <div>
          <ButtonLink to="/admin">Go to the admin area</ButtonLink>
        </div>
      </>
    )
  return (
    <>
      <StepTitle
        lead={
          <p>
            You are signed in as{' '}
            <strong className="font-medium text-gray-900" dir="auto">
              {viewer.name}
            </strong>
            , but this account has no admin rights. Sign out to use another one.
          </p>
        }
      >
        Not an admin account
      </StepTitle>
      <div className="flex flex-wrap gap-3">
        <SignOutButton to="/admin/auth" />
        <ButtonLink to="/" tone="plain">
          Go to the home page
        </ButtonLink>
      </div>
    </>
  )
}

function SetUpHint() {
  return (
    <p className="mt-8 border-t border-gray-200 pt-6 text-sm text-gray-600">
      A new site prints a one-time setup link when it starts. Open that link to become its admin. Each start prints a
      new link until one is used.
    </p>
  )
}

/** People without admin rights return to this page, which tells them so. */
function AdminSignIn({ methods }: { methods: Reply<'GET /api/sign-in'> }) {
  const leave = useHardNavigation()
  const { needed, message, attempt, startAgain } = useSignIn(({ viewer }) =>
    leave(hasRole(viewer, 'editor') ? '/admin' : '/admin/auth'),
  )
  return needed ? (
    <SecondFactorStep needed={needed} attempt={attempt} onStartAgain={() => startAgain()} />
  ) : (
    <>
      <StepTitle lead="For the people who run this site.">Admin sign-in</StepTitle>
      {methods.password && <PasswordForm attempt={attempt} policy={methods.policy} message={message} />}
      {(methods.passkey || methods.emailLink || methods.providers.length > 0) && (
        <p className="mt-6 text-sm">
          <TextLink to={withNext('/auth/newauth', '/admin')}>
            {methods.password ? 'Sign in another way' : 'Choose how to sign in'}
          </TextLink>
        </p>
      )}
    </>
  )
}
