import { useState } from 'react'
import type { PasswordPolicy } from '#contract/identity/identity.ts'
import { useApi } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { fieldMessages, toFormProblem } from './form-problem.ts'
import type { ActionLink } from './action-link.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { withNext } from './next-path.ts'
import { errorCode } from '#site/errors/messages.ts'
import { StepTitle } from './step-title.tsx'
import { usePasswordPolicy } from './use-password-policy.ts'

type Props = { email: string | null; link: ActionLink; known: PasswordPolicy; onRefused(error: unknown): void }

export function NewPassword({ email, link, known, onRefused }: Props) {
  const api = useApi()
  const { policy, learnFrom } = usePasswordPolicy(known)
  const [done, setDone] = useState(false)

  async function save({ password = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    try {
      await api('POST /api/mailed/password', { body: { code: link.code, password } })
      setDone(true)
      return undefined
    } catch (error) {
      await learnFrom(error)
      if (errorCode(error).endsWith('-action-code')) onRefused(error)
      return toFormProblem(error, { password: fieldMessages.password })
    }
  }

  if (done)
    return (
      <>
        <StepTitle arrives lead="You are signed out everywhere.">
          Your password was changed
        </StepTitle>
        <ButtonLink to={withNext('/auth/newauth', link.next)}>Sign in</ButtonLink>
      </>
    )
  return (
    <>
      <StepTitle
        arrives
        lead={
          email && (
            <p>
              For{' '}
              <strong className="font-medium wrap-anywhere text-gray-900" dir="ltr">
                {email}
              </strong>
            </p>
          )
        }
      >
        Choose a new password
      </StepTitle>
      <Form submit="Save password" onSubmit={save}>
        {/* Lets password managers save the password for this account. */}
        <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
        <NewPasswordField policy={policy} label="New password" />
      </Form>
    </>
  )
}
