import { Form as Base } from '@base-ui/react/form'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

/** The errors of a submission: for the whole form and for each field. */
export type FormProblem = { message?: string; fields?: Record<string, string> }

type Props = {
  submit: string
  onSubmit(values: Record<string, string>): Promise<FormProblem | undefined>
  /** Called before the fields are validated, so that controls that are not fields can show their errors at the same time. */
  onAttempt?(): void
  children?: ReactNode
  tone?: ComponentProps<typeof Button>['tone']
  /** Content next to the button, which is then not full width. */
  beside?: ReactNode
  /** Called when a person changes a field. */
  onChange?(): void
  /** An error from outside the form. */
  message?: string | null
}

const none = {}

/** Submits once, shows each error at its field, and keeps the input. */
export function Form({ submit, onSubmit, onAttempt, onChange, children, tone, beside, message }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<FormProblem>(none)

  async function send(values: Record<string, unknown>) {
    if (busy) return
    setBusy(true)
    const texts = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    )
    setProblem((await onSubmit(texts)) ?? none)
    setBusy(false)
  }

  const button = (
    <Button type="submit" busy={busy} {...(tone && { tone })}>
      {submit}
    </Button>
  )
  const said = problem.message ?? message
  return (
    <Base
      // POST: submitted before hydration, the input must not end up in the URL.
      method="post"
      className="grid grid-cols-1 gap-5"
      errors={problem.fields ?? none}
      // Clear the errors: only the server can validate the new input.
      onSubmitCapture={() => {
        flushSync(() => setProblem(none))
        onAttempt?.()
      }}
      onFormSubmit={(values) => void send(values)}
      onChange={onChange}
    >
      {said && <Banner tone="danger">{said}</Banner>}
      {children}
      {beside ? (
        <div className="flex flex-wrap items-center gap-3">
          {button}
          {beside}
        </div>
      ) : (
        button
      )}
    </Base>
  )
}
