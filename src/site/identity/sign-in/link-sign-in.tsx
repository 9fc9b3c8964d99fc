import { useState } from 'react'
import { useApi, useShell } from '#site/page.ts'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { useAfterSignIn } from './after-sign-in.ts'
import { fieldMessages, toFormProblem } from './form-problem.ts'
import { EmailField } from './password-form.tsx'
import { LinkButton } from './link-button.tsx'
import { clearRememberedEmail, rememberedEmail } from './remembered-email.ts'
import { SecondFactorStep } from './second-step.tsx'
import { errorCode } from '#site/errors/messages.ts'
import { StepTitle } from './step-title.tsx'
import { useSignIn } from './use-sign-in.ts'

type Props = { code: string; next: string; onRefused(error: unknown): void }

/** Signs in with an emailed link. A browser that did not request the link must enter the address, so that a forwarded link cannot sign a person into someone else's account. */
export function LinkSignIn({ code, next, onRefused }: Props) {
  const api = useApi()
  const { site } = useShell()
  const arrive = useAfterSignIn()
  const [email, setEmail] = useState(rememberedEmail)
  const { needed, message, attempt, startAgain } = useSignIn(async (signedIn) => {
    clearRememberedEmail()
    await arrive(signedIn, next)
  })

  async function signIn(values: Record<string, string>): Promise<FormProblem | undefined> {
    try {
      await attempt(() => api('POST /api/sign-in/link', { body: { email: email ?? values['email'] ?? '', code } }))
      return undefined
    } catch (error) {
      if (errorCode(error).endsWith('-action-code')) onRefused(error)
      // The link was sent to another address. Let the user enter it.
      if (errorCode(error) === 'invalid-email') setEmail(null)
      return toFormProblem(error, { email: fieldMessages.email })
    }
  }

  if (needed) return <SecondFactorStep needed={needed} attempt={attempt} onStartAgain={() => startAgain()} />
  return (
    <>
      <StepTitle arrives lead={email === null ? 'Enter the address we sent this link to.' : undefined}>
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
          <LinkButton onClick={() => setEmail(null)}>This is not my address</LinkButton>
        </p>
      )}
    </>
  )
}
