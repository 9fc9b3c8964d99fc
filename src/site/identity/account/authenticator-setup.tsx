import type { Reply } from '#contract/endpoints.ts'
import { CodeField } from '#site/identity/sign-in/code-field.tsx'
import { fieldMessages, toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { useAccount } from './account-context.ts'
import { CopyButton } from './copy-button.tsx'
import { QrCode } from './qr-code.tsx'

type Props = { begun: Reply<'POST /api/account/factors'>; onAdded(codes: string[]): void; onCancel(): void }

/** Shows the secret, and verifies that the app generates valid codes for it. */
export function AuthenticatorSetup({ begun, onAdded, onCancel }: Props) {
  const api = useApi()
  const { withRecentSignIn } = useAccount()

  async function add({ code = '', name = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    const body = { ticket: begun.ticket, code: code.replaceAll(/\s/g, ''), name }
    try {
      const { recoveryCodes } = await withRecentSignIn(() => api('POST /api/account/factors/confirm', { body }))
      onAdded(recoveryCodes)
      return undefined
    } catch (error) {
      return toFormProblem(error, { code: fieldMessages.code, name: 'Enter a name of up to 60 characters.' })
    }
  }

  return (
    <>
      <div className="flex flex-wrap gap-6">
        <QrCode text={begun.address} />
        <div className="grid min-w-0 flex-1 basis-56 grid-cols-1 content-center gap-3 text-sm">
          <p className="text-gray-600">Scan this code with your authenticator app, or enter this key:</p>
          <p className="font-mono wrap-anywhere text-gray-900 select-all" dir="ltr">
            {begun.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </p>
          <span>
            <CopyButton text={begun.secret} label="Copy key" />
          </span>
        </div>
      </div>
      <Form
        submit="Add app"
        onSubmit={add}
        beside={
          <Button tone="plain" onClick={onCancel}>
            Cancel
          </Button>
        }
      >
        <CodeField hint="Enter the code your app shows now." />
        <TextField
          name="name"
          label="App name"
          required
          maxLength={60}
          dir="auto"
          defaultValue="Authenticator app"
          hint="Helps you recognize the app when you sign in."
        />
      </Form>
    </>
  )
}
