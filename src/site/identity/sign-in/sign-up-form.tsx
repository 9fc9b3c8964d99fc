import type { PasswordPolicy } from '#contract/identity/identity.ts'
import { useApi } from '#site/page.ts'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { fieldMessages, toFormProblem } from './form-problem.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { EmailField } from './password-form.tsx'
import type { Attempt } from './use-sign-in.ts'
import { usePasswordPolicy } from './use-password-policy.ts'

export function SignUpForm({ known, attempt }: { known: PasswordPolicy; attempt: Attempt }) {
  const api = useApi()
  const { policy, learnFrom } = usePasswordPolicy(known)

  async function signUp(values: Record<string, string>): Promise<FormProblem | undefined> {
    const { name = '', email = '', password = '' } = values
    try {
      await attempt(() => api('POST /api/sign-up', { body: { name, email, password } }))
      return undefined
    } catch (error) {
      await learnFrom(error)
      const { name: nameMessage, email: emailMessage, password: passwordMessage } = fieldMessages
      return toFormProblem(error, { name: nameMessage, email: emailMessage, password: passwordMessage })
    }
  }

  return (
    <Form submit="Sign up" onSubmit={signUp}>
      <TextField name="name" label="Your name" required autoComplete="name" maxLength={80} dir="auto" />
      <EmailField autoComplete="username" />
      <NewPasswordField policy={policy} />
    </Form>
  )
}
