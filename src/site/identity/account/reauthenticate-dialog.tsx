import { useState } from 'react'
import type { Account } from '#contract/identity/account.ts'
import type { SignedIn } from '#contract/identity/identity.ts'
import { fieldMessages, toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { Or, OtherMethods } from '#site/identity/sign-in/other-methods.tsx'
import { rememberEmail } from '#site/identity/sign-in/remembered-email.ts'
import { SecondFactor } from '#site/identity/sign-in/second-factor.tsx'
import { type Attempt, useSignIn } from '#site/identity/sign-in/use-sign-in.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { PasswordField } from '#site/ui/password-field.tsx'
import type { SignInMethods } from './account-context.ts'
import { Outcome } from './outcome.tsx'
import { useAction } from './use-action.ts'

type Props = {
  account: Account
  methods: SignInMethods
  open: boolean
  onClose(): void
  onSignedIn(signedIn: SignedIn): Promise<void>
}

/** Asks for a new sign-in before a sensitive change, with any method the account has. */
export function ReauthenticateDialog({ account, methods, open, onClose, onSignedIn }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(now) => !now && onClose()}
      title="Confirm it’s you"
      description="For your security, sign in again before you make this change."
    >
      <Methods account={account} methods={methods} onSignedIn={onSignedIn} />
    </Dialog>
  )
}

function Methods({ account, methods, onSignedIn }: Pick<Props, 'account' | 'methods' | 'onSignedIn'>) {
  const { needed, message, attempt, startAgain } = useSignIn(onSignedIn)
  if (needed) return <SecondFactor needed={needed} attempt={attempt} onStartAgain={() => startAgain()} />
  const { email, hasPassword, providers, passkeys } = account
  const byPasskey = methods.passkey && passkeys.length > 0
  const others = providers.length > 0 || byPasskey
  return (
    <>
      {email !== null && hasPassword && <Password email={email} attempt={attempt} message={message} />}
      {hasPassword && others && <Or />}
      <OtherMethods providers={providers} attempt={attempt} purpose="reauth" passkeys={byPasskey} />
      {email !== null && !hasPassword && <ByMail email={email} />}
    </>
  )
}

function Password({ email, attempt, message }: { email: string; attempt: Attempt; message: string | null }) {
  const api = useApi()

  async function signIn({ password = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    try {
      await attempt(() => api('POST /api/sign-in', { body: { email, password } }))
      return undefined
    } catch (error) {
      return toFormProblem(error, { password: fieldMessages.password })
    }
  }

  return (
    <Form submit="Confirm" onSubmit={signIn} message={message}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
    </Form>
  )
}

/** For accounts without any other method. The link leads back to this page. */
function ByMail({ email }: { email: string }) {
  const api = useApi()
  const change = useAction()
  const [sent, setSent] = useState(false)

  async function send() {
    await api('POST /api/mailed/sign-in', { body: { email, next: '/user/account' } })
    rememberEmail(email)
    setSent(true)
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-gray-600">
        We’ll email a sign-in link to{' '}
        <span className="wrap-anywhere" dir="ltr">
          {email}
        </span>
        . It brings you back here to make the change.
      </p>
      <Button busy={change.busy} onClick={() => void change.run(send, 'We sent you a link.')}>
        {sent ? 'Send again' : 'Email me a sign-in link'}
      </Button>
      <Outcome {...change} />
    </div>
  )
}
