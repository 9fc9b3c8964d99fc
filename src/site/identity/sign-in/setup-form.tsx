import type { PasswordPolicy } from '#contract/identity/identity.ts'
import { useApi } from '#site/page.ts'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { fieldSentences, problemOf } from './form-problem.ts'
import { HandleField, handleOf } from './handle-field.tsx'
import { useLeave } from './leave.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { EmailField } from './password-form.tsx'
import { usePolicy } from './use-policy.ts'

/** Who the first admin is and how they sign in. */
export function SetupForm({ token, known }: { token: string; known: PasswordPolicy }) {
  const api = useApi()
  const leave = useLeave()
  const { policy, learnFrom } = usePolicy(known)

  async function finish(values: Record<string, string>): Promise<FormProblem | undefined> {
    const { name = '', handle = '', email = '', password = '' } = values
    try {
      await api('POST /api/setup', { body: { token, name, handle: handleOf(handle), email, password } })
      return await leave('/admin')
    } catch (error) {
      await learnFrom(error)
      const { code: _none, ...sentences } = fieldSentences
      return problemOf(error, sentences)
    }
  }

  return (
    <Form submit="Finish set-up" onSubmit={finish}>
      <TextField name="name" label="Your name" required autoComplete="name" maxLength={80} dir="auto" />
      <HandleField />
      <EmailField autoComplete="username" />
      <NewPasswordField policy={policy} />
    </Form>
  )
}
