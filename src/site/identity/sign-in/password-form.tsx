import { useApi } from '#site/page.ts'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { TextLink } from '#site/ui/link.tsx'
import { PasswordField } from '#site/ui/password-field.tsx'
import { fieldMessages, toFormProblem } from './form-problem.ts'
import type { Attempt } from './use-sign-in.ts'

type Props = {
  attempt: Attempt
  email?: string
  onEmail?(email: string): void
  message?: string | null
}

export function PasswordForm({ attempt, email = '', onEmail, message = null }: Props) {
  const api = useApi()

  async function signIn(values: Record<string, string>): Promise<FormProblem | undefined> {
    const { email: address = '', password = '' } = values
    try {
      await attempt(() => api('POST /api/sign-in', { body: { email: address, password } }))
      return undefined
    } catch (error) {
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
    </Form>
  )
}

type EmailProps = {
  autoComplete?: 'email' | 'username'
  label?: string
  defaultValue?: string
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
