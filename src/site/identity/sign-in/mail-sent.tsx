import { type ReactNode, useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { LinkButton } from './link-button.tsx'
import { errorMessage } from '#site/errors/messages.ts'
import { StepTitle } from './step-title.tsx'

type Props = {
  email: string
  /** What the email is for. */
  children: ReactNode
  again(): Promise<unknown>
  onOther(): void
}

export function MailSent({ email, children, again, onOther }: Props) {
  const [busy, setBusy] = useState(false)
  const [status, setStatus] = useState('')

  async function askAgain() {
    setBusy(true)
    setStatus(await again().then(() => 'Sent again. It may take a minute.', errorMessage))
    setBusy(false)
  }

  return (
    <>
      <StepTitle arrives lead={children}>
        Check your inbox
      </StepTitle>
      <p className="rounded-md bg-gray-50 px-4 py-3 font-medium wrap-anywhere text-gray-800" dir="ltr">
        {email}
      </p>
      <p className="mt-6 text-sm text-gray-600">No email after a minute? Check your spam folder or send it again.</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 text-sm">
        <Button tone="quiet" size="sm" busy={busy} onClick={() => void askAgain()}>
          Send again
        </Button>
        <LinkButton onClick={onOther}>Use another address</LinkButton>
      </div>
      <output className="mt-4 block min-h-6 text-sm text-gray-800">{status}</output>
    </>
  )
}
