import { useState } from 'react'
import { fieldMessages, toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { EmailField } from '#site/identity/sign-in/password-form.tsx'
import { errorCode } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { useAccount } from './account-context.ts'
import { FocusFirst, useReturnFocus } from './focus.tsx'
import { Outcome } from './outcome.tsx'
import { Row, Section } from './section.tsx'
import { useAction } from './use-action.ts'

export function EmailSection() {
  const { account } = useAccount()
  const [changing, setChanging] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const button = useReturnFocus(changing)
  return (
    <Section id="email" title="Email" about="You sign in with this address, and we send email to it.">
      <Row
        title={
          <span className="wrap-anywhere" dir="ltr">
            {account.email ?? 'No email address'}
          </span>
        }
        detail={account.email !== null && <State confirmed={account.emailVerified} />}
        action={
          !changing && (
            <Button ref={button} tone="quiet" size="sm" onClick={() => setChanging(true)}>
              {account.email === null ? 'Add address' : 'Change address'}
            </Button>
          )
        }
      />
      {account.email !== null && !account.emailVerified && <Resend />}
      {asked && (
        <Banner tone="success">
          Open the link we sent to <span className="wrap-anywhere">{asked}</span>. Your address stays the same until
          then.
        </Banner>
      )}
      {changing && (
        <FocusFirst>
          <ChangeForm
            onClose={() => setChanging(false)}
            onAsked={(email) => {
              setAsked(email)
              setChanging(false)
            }}
          />
        </FocusFirst>
      )}
    </Section>
  )
}

function State({ confirmed }: { confirmed: boolean }) {
  return (
    <span className="mt-1.5 inline-block">
      {confirmed ? <Badge tone="primary">Confirmed</Badge> : <Badge tone="warning">Not confirmed yet</Badge>}
    </span>
  )
}

function Resend() {
  const api = useApi()
  const change = useAction()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-gray-600">
        <p className="flex-1 basis-48">Open the link we emailed you to confirm your address.</p>
        <Button
          tone="quiet"
          size="sm"
          busy={change.busy}
          onClick={() => void change.run(() => api('POST /api/account/verification'), 'We sent you a new link.')}
        >
          Send again
        </Button>
      </div>
      <Outcome {...change} />
    </>
  )
}

function ChangeForm({ onClose, onAsked }: { onClose(): void; onAsked(email: string): void }) {
  const api = useApi()
  const { withRecentSignIn } = useAccount()

  async function ask({ email = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    try {
      await withRecentSignIn(() => api('POST /api/account/email', { body: { email } }))
      onAsked(email)
      return undefined
    } catch (error) {
      // The default message tells people to sign in instead, which does not apply here.
      if (errorCode(error) === 'email-already-in-use')
        return { fields: { email: 'Another account uses this address.' } }
      return toFormProblem(error, { email: fieldMessages.email })
    }
  }

  return (
    <Form
      submit="Send confirmation link"
      onSubmit={ask}
      beside={
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <EmailField label="New address" />
    </Form>
  )
}
