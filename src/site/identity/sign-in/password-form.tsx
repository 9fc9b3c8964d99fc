import { useState } from 'react'
import type { PasswordPolicy } from '#contract/identity/identity.ts'
import { errorCode } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { PasswordField } from '#site/ui/password-field.tsx'
import { fieldMessages, toFormProblem } from './form-problem.ts'
import { requirementsOf } from './new-password-field.tsx'
import type { Attempt } from './use-sign-in.ts'
import { usePasswordPolicy } from './use-password-policy.ts'

type Props = {
  attempt: Attempt
  policy: PasswordPolicy
  email?: string
  onEmail?(email: string): void
  message?: string | null
}

export function PasswordForm({ attempt, policy: known, email = '', onEmail, message = null }: Props) {
  const api = useApi()
  const { policy, learnFrom } = usePasswordPolicy(known)
  const [outdated, setOutdated] = useState(false)

  async function signIn(values: Record<string, string>): Promise<FormProblem | undefined> {
    const { email: address = '', password = '' } = values
    try {
      await attempt(() => api('POST /api/sign-in', { body: { email: address, password } }))
      return undefined
    } catch (error) {
      await learnFrom(error)
      setOutdated(errorCode(error) === 'password-does-not-meet-requirements')
      return toFormProblem(error, { email: fieldMessages.email, password: fieldMessages.password })
    }
  }

  return (
    <Form submit="Sign in" onSubmit={signIn} message={message}>
      <EmailField defaultValue={email} autoComplete="username" {...(onEmail && { onValueChange: onEmail })} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        aside={<TextLink to="/auth/passreset">Forgot your password?</TextLink>}
      />
      {outdated && <Outdated policy={policy} />}
    </Form>
  )
}

/** The requirements have changed since the password was set. */
function Outdated({ policy }: { policy: PasswordPolicy }) {
  return (
    <div className="text-sm text-gray-600">
      <p>The password requirements have changed:</p>
      <ul className="mt-1.5 list-disc ps-5">
        {requirementsOf(policy).map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p className="mt-1.5">
        <TextLink to="/auth/passreset">Choose a new password</TextLink>
      </p>
    </div>
  )
}

type EmailProps = {
  autoComplete?: 'email' | 'username' | 'off'
  label?: string
  defaultValue?: string
  readOnly?: boolean
  onValueChange?(email: string): void
}

export function EmailField({ autoComplete = 'email', label = 'Email', ...rest }: EmailProps) {
  return (
    <TextField
      name="email"
      label={label}
      required
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={320}
      {...rest}
    />
  )
}
