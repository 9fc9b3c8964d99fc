import { useState } from 'react'
import type { PasswordPolicy } from '#contract/identity/identity.ts'
import { useApi } from '#site/page.ts'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { fieldMessages, toFormProblem } from './form-problem.ts'
import { HandleField, normalizeHandle } from './handle-field.tsx'
import { useHardNavigation } from './hard-navigation.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { EmailField } from './password-form.tsx'
import { usePasswordPolicy } from './use-password-policy.ts'

/** Creates the first admin. */
export function SetupForm({ token, known }: { token: string; known: PasswordPolicy }) {
  const api = useApi()
  const leave = useHardNavigation()
  const [handle, setHandle] = useState('')
  const { policy, learnFrom } = usePasswordPolicy(known)

  async function finish(values: Record<string, string>): Promise<FormProblem | undefined> {
    const { name = '', email = '', password = '' } = values
    try {
      await api('POST /api/setup', { body: { token, name, handle: normalizeHandle(handle), email, password } })
      return await leave('/admin')
    } catch (error) {
      await learnFrom(error)
      const { code: _none, ...messages } = fieldMessages
      return toFormProblem(error, messages)
    }
  }

  return (
    <Form submit="Finish setup" onSubmit={finish}>
      <TextField name="name" label="Your name" required autoComplete="name" maxLength={80} dir="auto" />
      <HandleField value={handle} onTyped={setHandle} />
      <EmailField autoComplete="username" />
      <NewPasswordField policy={policy} />
    </Form>
  )
}
