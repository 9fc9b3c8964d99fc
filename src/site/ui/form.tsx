import { Form as Base } from '@base-ui/react/form'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

/** What a submission answers when it was not taken: a sentence for the whole, and one for each field. */
export type FormProblem = { message?: string; fields?: Record<string, string> }

type Props = {
  submit: string
  onSubmit(values: Record<string, string>): Promise<FormProblem | undefined>
  children?: ReactNode
  tone?: ComponentProps<typeof Button>['tone']
  /** What stands beside the button. With it, the button is only as wide as its words. */
  beside?: ReactNode
  /** A sentence from outside, such as of another way to the same end. */
  message?: string | null
}

const none = {}

/** Sends once however often it is pressed, puts each error beside its field, and never loses what was typed. */
export function Form({ submit, onSubmit, children, tone, beside, message }: Props) {
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
      // Sent before the scripts are there, what was typed must not end up in an address.
      method="post"
      className="grid grid-cols-1 gap-5"
      errors={problem.fields ?? none}
      // What was refused before may be right now: only the server can tell, so it is asked again.
      onSubmitCapture={() => flushSync(() => setProblem(none))}
      onFormSubmit={(values) => void send(values)}
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
