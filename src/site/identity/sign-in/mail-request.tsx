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
  /** What is said once it is sent. */
  sent: ReactNode
  /** What stands above and below the form while it is not. */
  above: ReactNode
  below?: ReactNode
}

/** Asks for a mail to an address, and for the same mail again. */
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
