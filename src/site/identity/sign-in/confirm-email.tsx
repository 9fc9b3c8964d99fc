import { useState } from 'react'
import { useApi, useShell } from '#site/page.ts'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { toFormProblem } from './form-problem.ts'
import { errorCode } from '#site/errors/messages.ts'
import { StepTitle } from './step-title.tsx'
import { EmailActionDone } from './email-action-done.tsx'
import type { Found } from './use-action-link.ts'

type Props = { found: Found; code: string; next: string; onRefused(error: unknown): void }

/** Confirms, changes or restores an address. Only the button uses the code. */
export function ConfirmEmail({ found, code, next, onRefused }: Props) {
  const api = useApi()
  const { site } = useShell()
  const [done, setDone] = useState<string | null>(null)

  async function apply(): Promise<FormProblem | undefined> {
    try {
      const { email } = await api('POST /api/mailed/apply', { body: { code } })
      setDone(email)
    } catch (error) {
      if (!errorCode(error).endsWith('-action-code')) return toFormProblem(error, {})
      onRefused(error)
    }
    return undefined
  }

  if (done !== null) return <EmailActionDone kind={found.kind} email={done} next={next} />
  const { title, lead, submit } = contentFor(found, site.name)
  return (
    <>
      <StepTitle arrives lead={lead}>
        {title}
      </StepTitle>
      <p className="mb-6 rounded-md bg-gray-50 px-4 py-3 font-medium wrap-anywhere text-gray-800" dir="ltr">
        {(found.kind === 'change' ? found.newEmail : found.email) ?? found.email}
      </p>
      <Form submit={submit} onSubmit={apply} />
    </>
  )
}

function contentFor({ kind }: Found, siteName: string) {
  if (kind === 'change')
    return {
      title: 'Confirm your new address',
      lead: 'You’ll sign in with this address, and we’ll send email to it.',
      submit: 'Use this address',
    }
  if (kind === 'recover')
    return {
      title: 'Undo the address change',
      lead: 'Your account goes back to this address.',
      submit: 'Undo the change',
    }
  return {
    title: 'Confirm your address',
    lead: `This confirms that email from ${siteName} reaches you.`,
    submit: 'Confirm this address',
  }
}
