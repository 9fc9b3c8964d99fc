import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { AuthFrame } from './auth-frame.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { LinkSignIn } from './link-sign-in.tsx'
import { LinkTrouble } from './link-trouble.tsx'
import { ReadingLink } from './reading-link.tsx'
import { useMailedLink } from './use-mailed-link.ts'

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
  const { link, look, lookAgain } = useMailedLink()
  const [refused, setRefused] = useState<unknown>(null)

  if (!link) return <ReadingLink />
  if (link.kind === 'reset') return <Navigate to={`/auth/passreset${search}`} replace />
  const trouble = (error: unknown) => <LinkTrouble {...link} error={error} onTryAgain={lookAgain} />
  if (!link.code) return trouble(null)
  if (refused !== null) return trouble(refused)
  if (look.at === 'reading') return <ReadingLink />
  if (look.at === 'refused') return trouble(look.error)

  const { found } = look
  // The code knows better than the address around it.
  if (found.kind === 'reset') return <Navigate to={`/auth/passreset${search}`} replace />
  if (found.kind === 'sign-in') return <LinkSignIn code={link.code} next={link.next} onRefused={setRefused} />
  return <ConfirmAddress found={found} code={link.code} next={link.next} onRefused={setRefused} />
}
