import { useState } from 'react'
import { toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { createPasskey, usePasskeySupport } from '#site/identity/sign-in/passkeys.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { Time } from '#site/ui/time.tsx'
import { useAccount } from './account-context.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { FocusFirst, useReturnFocus } from './focus.tsx'
import { Outcome } from './outcome.tsx'
import { Row, Rows, Section } from './section.tsx'
import { useAction } from './use-action.ts'

export function PasskeysSection() {
  const { account, methods } = useAccount()
  const support = usePasskeySupport()
  const [adding, setAdding] = useState(false)
  const button = useReturnFocus(adding)
  if (!methods.passkey && account.passkeys.length === 0) return null
  return (
    <Section id="passkeys" title="Passkeys" about="Sign in with your fingerprint, face or screen lock.">
      {account.passkeys.length > 0 && <Passkeys />}
      {!methods.passkey && <p className="text-sm text-gray-600">This site doesn’t accept passkeys at the moment.</p>}
      {adding ? (
        <FocusFirst>
          <AddForm onClose={() => setAdding(false)} />
        </FocusFirst>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {account.passkeys.length === 0 && <p className="flex-1 basis-48 text-gray-600">No passkeys yet.</p>}
          {methods.passkey && support === 'yes' && (
            <Button ref={button} tone="quiet" size="sm" onClick={() => setAdding(true)}>
              Add a passkey
            </Button>
          )}
          {methods.passkey && support === 'no' && (
            <p className="text-sm text-gray-600">This browser doesn’t support passkeys.</p>
          )}
          {methods.passkey && support === 'ip-address' && (
            <p className="text-sm text-gray-600">
              To add a passkey, open this site at its host name. Passkeys don’t work at an IP address.
            </p>
          )}
        </div>
      )}
    </Section>
  )
}

function Passkeys() {
  const api = useApi()
  const { account, withRecentSignIn, show } = useAccount()
  const change = useAction()
  return (
    <>
      <Rows>
        {account.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id}>
            <Row
              title={<span dir="auto">{name}</span>}
              detail={
                <>
                  Added <Time at={createdAt} />
                  {lastUsedAt && (
                    <>
                      , last used <Time at={lastUsedAt} />
                    </>
                  )}
                </>
              }
              action={
                <ConfirmButton
                  label={`Remove ${name}`}
                  busy={change.busy}
                  title="Remove this passkey?"
                  consequence="You won’t be able to sign in with it. Your device may still list it, so delete it there too."
                  action="Remove"
                  onConfirm={() =>
                    void change.run(async () =>
                      show(await withRecentSignIn(() => api('DELETE /api/account/passkeys/{id}', { params: { id } }))),
                    )
                  }
                >
                  Remove
                </ConfirmButton>
              }
            />
          </li>
        ))}
      </Rows>
      <Outcome {...change} />
    </>
  )
}

function AddForm({ onClose }: { onClose(): void }) {
  const api = useApi()
  const { withRecentSignIn, show } = useAccount()

  async function add({ name = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    try {
      const begun = await withRecentSignIn(() => api('POST /api/account/passkeys/options'))
      const response = await createPasskey(begun)
      show(await api('POST /api/account/passkeys', { body: { ticket: begun.ticket, name, response } }))
      onClose()
      return undefined
    } catch (error) {
      return toFormProblem(error, { name: 'Enter a name of up to 60 characters.' })
    }
  }

  return (
    <Form
      submit="Continue"
      onSubmit={add}
      beside={
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <TextField
        name="name"
        label="Passkey name"
        required
        maxLength={60}
        dir="auto"
        defaultValue="This device"
        hint="Helps you tell your passkeys apart. Your browser asks for the rest."
      />
    </Form>
  )
}
