import { useState } from 'react'
import { useApi, useShell } from '#site/page.ts'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { useArrive } from './arrive.ts'
import { fieldSentences, problemOf } from './form-problem.ts'
import { EmailField } from './password-form.tsx'
import { QuietButton } from './quiet-button.tsx'
import { forgetEmail, rememberedEmail } from './remembered-email.ts'
import { SecondStep } from './second-step.tsx'
import { codeOf } from '#site/errors/messages.ts'
import { StepTitle } from './step-title.tsx'
import { useSignIn } from './use-sign-in.ts'

type Props = { code: string; next: string; onRefused(error: unknown): void }

/** Signs in with a mailed link. A browser that did not ask for it is asked whose it is, so that nobody is led into a stranger's account. */
export function LinkSignIn({ code, next, onRefused }: Props) {
  const api = useApi()
  const { site } = useShell()
  const arrive = useArrive()
  const [email, setEmail] = useState(rememberedEmail)
  const { needed, message, attempt, startAgain } = useSignIn(async (signedIn) => {
    forgetEmail()
    await arrive(signedIn, next)
  })

  async function signIn(values: Record<string, string>): Promise<FormProblem | undefined> {
    try {
      await attempt(() => api('POST /api/sign-in/link', { body: { email: email ?? values['email'] ?? '', code } }))
      return undefined
    } catch (error) {
      if (codeOf(error).endsWith('-action-code')) onRefused(error)
      // The address was not the one that the link was mailed to; let another be typed.
      if (codeOf(error) === 'invalid-email') setEmail(null)
      return problemOf(error, { email: fieldSentences.email })
    }
  }

  if (needed) return <SecondStep needed={needed} attempt={attempt} onStartAgain={() => startAgain()} />
  return (
    <>
      <StepTitle arrives lead={email === null ? 'To which address did we mail this link?' : undefined}>
        Sign in to {site.name}
      </StepTitle>
      {email !== null && (
        <p className="mb-6 rounded-md bg-gray-50 px-4 py-3 font-medium wrap-anywhere text-gray-800" dir="ltr">
          {email}
        </p>
      )}
      <Form submit="Sign in" onSubmit={signIn} message={message}>
        {email === null && <EmailField />}
      </Form>
      {email !== null && (
        <p className="mt-6 text-sm">
          <QuietButton onClick={() => setEmail(null)}>This is not my address</QuietButton>
        </p>
      )}
    </>
  )
}
