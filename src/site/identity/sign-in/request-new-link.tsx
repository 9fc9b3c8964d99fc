import { useState } from 'react'
import type { ActionKind } from '#contract/identity/identity.ts'
import { useApi, useShell } from '#site/page.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { MailRequest } from './mail-request.tsx'
import { rememberedEmail } from './remembered-email.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { SignInLinkRequest } from './sign-in-link-request.tsx'

type Props = { kind: ActionKind | null; email: string; next: string }

/** Offers a replacement for a link that does not work. */
export function RequestNewLink({ kind, email, next }: Props) {
  const { viewer } = useShell()
  if (kind === 'sign-in')
    return <SignInLinkRequest email={email || (rememberedEmail() ?? '')} next={next} above={null} />
  if (kind === 'reset') return <ResetRequest email={email} above={null} />
  if (kind === 'verify' && viewer) return <VerifyAgain />
  if (kind === 'recover') return <ButtonLink to="/auth/passreset">Choose a new password</ButtonLink>
  return kind === null ? (
    <ButtonLink to="/">Go to the home page</ButtonLink>
  ) : (
    <>
      <p className="mb-5 text-gray-600">Request a new link from your account.</p>
      <ButtonLink to="/user/account">{viewer ? 'Go to your account' : 'Sign in'}</ButtonLink>
    </>
  )
}

/** Does not reveal whether an account uses the address. */
export function ResetRequest({ email, above }: { email: string; above: React.ReactNode }) {
  const api = useApi()
  return (
    <MailRequest
      email={email}
      above={above}
      submit="Email me a link"
      send={(address) => api('POST /api/mailed/reset', { body: { email: address } })}
      sent="If an account uses this address, we sent it a link to choose a new password."
    />
  )
}

function VerifyAgain() {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const [status, setStatus] = useState('')

  async function ask() {
    setBusy(true)
    setStatus(await api('POST /api/account/verification').then(() => 'We sent a new link to your inbox.', errorMessage))
    setBusy(false)
  }

  return (
    <div>
      <Button busy={busy} onClick={() => void ask()}>
        Send a new link
      </Button>
      <output className="mt-4 block min-h-6 text-sm text-gray-800">{status}</output>
    </div>
  )
}
