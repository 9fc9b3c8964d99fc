import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { usePageData } from '#site/page.ts'
import { TextLink } from '#site/ui/link.tsx'
import { ResetRequest } from './request-new-link.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { LinkError } from './link-error.tsx'
import { NewPassword } from './new-password.tsx'
import { LinkLoading } from './link-loading.tsx'
import type { signInData } from './sign-in-data.ts'
import { StepTitle } from './step-title.tsx'
import { useActionLink } from './use-action-link.ts'

export { authHead as head } from './auth-head.ts'

export default function PasswordResetPage() {
  return (
    <AuthFrame>
      <ResetStep />
    </AuthFrame>
  )
}

/** Requests a reset link, or sets a new password if the URL has a code. */
function ResetStep() {
  const { policy } = usePageData<typeof signInData>()
  const { search } = useLocation()
  const { link, look, lookAgain } = useActionLink()
  const [refused, setRefused] = useState<unknown>(null)

  if (!link?.code) return link?.kind === 'reset' ? <LinkError {...link} error={null} onTryAgain={lookAgain} /> : <Ask />
  const linkError = (error: unknown) => <LinkError {...link} kind="reset" error={error} onTryAgain={lookAgain} />
  if (refused !== null) return linkError(refused)
  if (look.at === 'reading') return <LinkLoading />
  if (look.at === 'refused') return linkError(look.error)
  if (look.found.kind !== 'reset') return <Navigate to={`/auth/emailconfirm${search}`} replace />
  return <NewPassword email={look.found.email} link={link} known={policy} onRefused={setRefused} />
}

function Ask() {
  return (
    <ResetRequest
      email=""
      above={
        <StepTitle
          lead={
            <p>
              We’ll email you a link to choose a new one. Or <TextLink to="/auth/newauth">sign in</TextLink>.
            </p>
          }
        >
          Forgot your password?
        </StepTitle>
      }
    />
  )
}
