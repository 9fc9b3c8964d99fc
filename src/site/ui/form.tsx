import { Form as Base } from '@base-ui/react/form'
import { type ReactNode, useState } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

/** What a submission answers when it was not taken: a sentence for the whole, and one for each field. */
export type FormProblem = { message?: string; fields?: Record<string, string> }

type Props = {
  submit: string
  onSubmit(values: Record<string, string>): Promise<FormProblem | undefined>
  children: ReactNode
}

/** Sends once however often it is pressed, puts each error beside its field, and never loses what was typed. */
export function Form({ submit, onSubmit, children }: Props) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<FormProblem>({})

  async function send(values: Record<string, unknown>) {
    if (busy) return
    setBusy(true)
    const texts = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    )
    setProblem((await onSubmit(texts)) ?? {})
    setBusy(false)
  }

  return (
    <Base className="grid grid-cols-1 gap-5" errors={problem.fields ?? {}} onFormSubmit={(values) => void send(values)}>
      {problem.message && <Banner tone="danger">{problem.message}</Banner>}
      {children}
      <Button type="submit" busy={busy}>
        {submit}
      </Button>
    </Base>
  )
}
