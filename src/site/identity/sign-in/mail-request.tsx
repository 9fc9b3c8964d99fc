import { type ReactNode, useState } from 'react'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { fieldMessages, toFormProblem } from './form-problem.ts'
import { MailSent } from './mail-sent.tsx'
import { EmailField } from './password-form.tsx'

type Props = {
  email: string
  onEmail?(email: string): void
  submit: string
  send(email: string): Promise<unknown>
  /** Shown after sending. */
  sent: ReactNode
  /** Shown around the form before sending. */
  above: ReactNode
  below?: ReactNode
}

/** Requests an email to an address, and can send it again. */
export function MailRequest({ email, onEmail, submit, send, sent, above, below }: Props) {
  const [asked, setAsked] = useState<string | null>(null)
  const [typed, setTyped] = useState(email)

  async function ask({ email: address = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    setTyped(address)
    try {
      await send(address)
      setAsked(address)
      return undefined
    } catch (error) {
      return toFormProblem(error, { email: fieldMessages.email })
    }
  }

  if (asked !== null)
    return (
      <MailSent email={asked} again={() => send(asked)} onOther={() => setAsked(null)}>
        {sent}
      </MailSent>
    )
  return (
    <>
      {above}
      <Form submit={submit} onSubmit={ask}>
        <EmailField defaultValue={typed} {...(onEmail && { onValueChange: onEmail })} />
      </Form>
      {below}
    </>
  )
}
