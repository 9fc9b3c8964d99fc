import type { PasswordPolicy } from '#contract/identity/identity.ts'
import { useApi } from '#site/page.ts'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { fieldMessages, toFormProblem } from './form-problem.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { EmailField } from './password-form.tsx'
import type { AcceptedInvitation } from './use-invitation.ts'
import type { Attempt } from './use-sign-in.ts'
import { usePasswordPolicy } from './use-password-policy.ts'

type Props = { known: PasswordPolicy; attempt: Attempt; invitation?: AcceptedInvitation | null }

export function SignUpForm({ known, attempt, invitation = null }: Props) {
  const api = useApi()
  const { policy, learnFrom } = usePasswordPolicy(known)
  const token = invitation && { invitation: invitation.token }

  async function signUp(values: Record<string, string>): Promise<FormProblem | undefined> {
    const { name = '', email = invitation?.email ?? '', password = '' } = values
    try {
      await attempt(() => api('POST /api/sign-up', { body: { name, email, password, ...token } }))
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
      {invitation ? (
        <EmailField key="invited" autoComplete="username" defaultValue={invitation.email} readOnly />
      ) : (
        <EmailField autoComplete="username" />
      )}
      <NewPasswordField policy={policy} />
    </Form>
  )
}
