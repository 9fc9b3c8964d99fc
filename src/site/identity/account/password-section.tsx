import { useState } from 'react'
import { fieldMessages, toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { NewPasswordField } from '#site/identity/sign-in/new-password-field.tsx'
import { usePasswordPolicy } from '#site/identity/sign-in/use-password-policy.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { useAccount } from './account-context.ts'
import { FocusFirst, useReturnFocus } from './focus.tsx'
import { Row, Section } from './section.tsx'

export function PasswordSection() {
  const { account } = useAccount()
  const [changing, setChanging] = useState(false)
  const [saved, setSaved] = useState(false)
  const button = useReturnFocus(changing)

  function close(done: boolean) {
    setChanging(false)
    setSaved(done)
  }

  return (
    <Section id="password" title="Password">
      <Row
        title={account.hasPassword ? 'Password is set' : 'No password'}
        detail={account.hasPassword ? null : 'You sign in another way. You can add a password too.'}
        action={
          !changing && (
            <Button ref={button} tone="quiet" size="sm" onClick={() => setChanging(true)}>
              {account.hasPassword ? 'Change password' : 'Set a password'}
            </Button>
          )
        }
      />
      {saved && <Banner tone="success">Your password was saved. You are signed out everywhere else.</Banner>}
      {changing && (
        <FocusFirst>
          <PasswordForm onClose={close} />
        </FocusFirst>
      )}
    </Section>
  )
}

function PasswordForm({ onClose }: { onClose(done: boolean): void }) {
  const api = useApi()
  const { account, methods, show, withRecentSignIn } = useAccount()
  const { policy, learnFrom } = usePasswordPolicy(methods.policy)

  async function save({ password = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    try {
      show(await withRecentSignIn(() => api('POST /api/account/password', { body: { password } })))
      onClose(true)
      return undefined
    } catch (error) {
      await learnFrom(error)
      return toFormProblem(error, { password: fieldMessages.password })
    }
  }

  return (
    <Form
      submit="Save password"
      onSubmit={save}
      beside={
        <Button tone="plain" onClick={() => onClose(false)}>
          Cancel
        </Button>
      }
    >
      {/* Lets password managers save the password for this account. */}
      <input type="email" autoComplete="username" value={account.email ?? ''} readOnly hidden />
      <NewPasswordField policy={policy} label="New password" />
    </Form>
  )
}
