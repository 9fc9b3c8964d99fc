import { useState } from 'react'
import type { SecondFactorNeeded } from '#contract/identity/identity.ts'
import { useApi } from '#site/page.ts'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { CodeField } from './code-field.tsx'
import { fieldMessages, toFormProblem } from './form-problem.ts'
import { LinkButton } from './link-button.tsx'
import type { Attempt } from './use-sign-in.ts'

type Props = { needed: SecondFactorNeeded; attempt: Attempt; onStartAgain(): void }

/** The second step of a sign-in: a code from the app, or a recovery code. */
export function SecondFactor({ needed: { pending, factors }, attempt, onStartAgain }: Props) {
  const api = useApi()
  const [lost, setLost] = useState(false)
  const app = factors[0]?.name
  const hint = app ? `From the authenticator app you named “${app}”.` : 'From your authenticator app.'

  async function finish({ code = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    try {
      await attempt(() =>
        api('POST /api/sign-in/second-factor', { body: { pending, code: code.replaceAll(/\s/g, '') } }),
      )
      return undefined
    } catch (error) {
      return toFormProblem(error, { code: fieldMessages.code })
    }
  }

  return (
    <>
      <Form submit="Confirm" onSubmit={finish}>
        {lost ? <RecoveryField key="lost" /> : <CodeField key="code" ref={focus} hint={hint} />}
      </Form>
      <p className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-3 text-sm">
        <LinkButton onClick={() => setLost(!lost)}>
          {lost ? 'Use the authenticator app' : 'Use a recovery code'}
        </LinkButton>
        <LinkButton onClick={onStartAgain}>Start over</LinkButton>
      </p>
    </>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

function RecoveryField() {
  return (
    <TextField
      ref={focus}
      name="code"
      label="Recovery code"
      required
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={24}
      dir="ltr"
      hint="One of the codes you saved when you added the app. Each works once."
    />
  )
}
