import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { AuthFrame } from './auth-frame.tsx'
import { ConfirmEmail } from './confirm-email.tsx'
import { LinkSignIn } from './link-sign-in.tsx'
import { LinkError } from './link-error.tsx'
import { LinkLoading } from './link-loading.tsx'
import { useActionLink } from './use-action-link.ts'

export { authHead as head } from './auth-head.ts'

/** The landing page for links in our emails. */
export default function EmailConfirmPage() {
  return (
    <AuthFrame>
      <MailedStep />
    </AuthFrame>
  )
}

function MailedStep() {
  const { search } = useLocation()
  const { link, look, lookAgain } = useActionLink()
  const [refused, setRefused] = useState<unknown>(null)

  if (!link) return <LinkLoading />
  if (link.kind === 'reset') return <Navigate to={`/auth/passreset${search}`} replace />
  const linkError = (error: unknown) => <LinkError {...link} error={error} onTryAgain={lookAgain} />
  if (!link.code) return linkError(null)
  if (refused !== null) return linkError(refused)
  if (look.at === 'reading') return <LinkLoading />
  if (look.at === 'refused') return linkError(look.error)

  const { found } = look
  // The code decides, not the mode in the URL.
  if (found.kind === 'reset') return <Navigate to={`/auth/passreset${search}`} replace />
  if (found.kind === 'sign-in') return <LinkSignIn code={link.code} next={link.next} onRefused={setRefused} />
  return <ConfirmEmail found={found} code={link.code} next={link.next} onRefused={setRefused} />
}
