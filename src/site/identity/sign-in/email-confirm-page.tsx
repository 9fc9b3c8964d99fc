import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { AuthFrame } from './auth-frame.tsx'
import { ConfirmEmail } from './confirm-email.tsx'
import { LinkSignIn } from './link-sign-in.tsx'
import { LinkError } from './link-error.tsx'
import { LinkLoading } from './link-loading.tsx'
import { useActionLink } from './use-action-link.ts'

export { authHead as head } from './auth-head.ts'

/** Where the links of our mails lead. */
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
  const trouble = (error: unknown) => <LinkError {...link} error={error} onTryAgain={lookAgain} />
  if (!link.code) return trouble(null)
  if (refused !== null) return trouble(refused)
  if (look.at === 'reading') return <LinkLoading />
  if (look.at === 'refused') return trouble(look.error)

  const { found } = look
  // The code knows better than the address around it.
  if (found.kind === 'reset') return <Navigate to={`/auth/passreset${search}`} replace />
  if (found.kind === 'sign-in') return <LinkSignIn code={link.code} next={link.next} onRefused={setRefused} />
  return <ConfirmEmail found={found} code={link.code} next={link.next} onRefused={setRefused} />
}
