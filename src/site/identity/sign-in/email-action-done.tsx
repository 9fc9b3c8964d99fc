import { useState } from 'react'
import type { ActionKind } from '#contract/identity/identity.ts'
import { useApi, useShell } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { useHardNavigation } from './hard-navigation.ts'
import { MailSent } from './mail-sent.tsx'
import { errorMessage } from '#site/errors/messages.ts'
import { StepTitle } from './step-title.tsx'

type Props = { kind: ActionKind; email: string; next: string }

export function EmailActionDone({ kind, email, next }: Props) {
  const { viewer } = useShell()
  const leave = useHardNavigation()
  if (kind === 'recover') return <Recovered email={email} />
  const signIn = !viewer || kind === 'change'
  return (
    <>
      <StepTitle arrives lead={<Address email={email} />}>
        {kind === 'change' ? 'Your address was changed' : 'Your address is confirmed'}
      </StepTitle>
      <Button onClick={() => void leave(signIn && next === '/' ? '/user/account' : next)}>
        {viewer ? 'Continue' : 'Sign in'}
      </Button>
    </>
  )
}

/** Offers a password reset, because the person who changed the address may know the password. */
function Recovered({ email }: { email: string }) {
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const send = () => api('POST /api/mailed/reset', { body: { email } })

  async function ask() {
    setBusy(true)
    await send().then(() => setSent(true), setProblem)
    setBusy(false)
  }

  if (sent)
    return (
      <MailSent email={email} again={send} onOther={() => setSent(false)}>
        We sent you a link to choose a new password.
      </MailSent>
    )
  return (
    <>
      <StepTitle arrives lead={<Address email={email} />}>
        The change was undone
      </StepTitle>
      <div className="grid grid-cols-1 gap-5">
        <Banner tone="warning" title="Didn’t change it yourself?">
          Someone may know your password. Choose a new one to sign out every browser.
        </Banner>
        {problem !== null && <Banner tone="danger">{errorMessage(problem)}</Banner>}
        <Button busy={busy} onClick={() => void ask()}>
          Email me a reset link
        </Button>
      </div>
    </>
  )
}

function Address({ email }: { email: string }) {
  return (
    <p>
      Your account’s address is{' '}
      <strong className="font-medium wrap-anywhere text-gray-900" dir="ltr">
        {email}
      </strong>
      .
    </p>
  )
}
