import { useEffect, useRef, useState } from 'react'
import {
  type ApiScope,
  MAX_API_KEY_NAME,
  DEFAULT_LIFETIME_DAYS,
  apiKeyLifetimes,
  apiScopeGroups,
} from '#contract/api-keys/scopes.ts'
import { SecretPanel } from '#site/admin/secret-panel.tsx'
import { SettingsFrame } from '#site/settings/settings-frame.tsx'
import { useApi } from '#site/page.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { NativeSelect, TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { GroupedChoice } from '#site/ui/grouped-choice.tsx'
import { toFieldProblem } from '#site/errors/form-errors.ts'

const LIST = '/admin/settings/api-keys'
const NEVER = 'never'

const scopeGroups = apiScopeGroups.map(({ name, scopes }) => ({
  name,
  options: scopes.map(({ scope, says }) => ({ value: scope, says })),
}))
const lifetimes = [
  ...apiKeyLifetimes.map((days) => ({ value: String(days), label: `In ${days} days` })),
  { value: NEVER, label: 'Never' },
]

/** The form, and then the key, until the page is left. */
export function NewKey() {
  const [secret, setSecret] = useState<string | null>(null)
  return secret === null ? <KeyForm onCreated={setSecret} /> : <Created secret={secret} />
}

function KeyForm({ onCreated }: { onCreated(secret: string): void }) {
  const api = useApi()
  const [scopes, setScopes] = useState<Set<ApiScope>>(new Set())
  const [attempted, setAttempted] = useState(false)
  const firstScope = useRef<HTMLElement>(null)

  async function create({ name = '', expires = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    if (name.trim() === '') return { fields: { name: 'Enter a name.' } }
    if (scopes.size === 0) {
      firstScope.current?.focus()
      return undefined
    }
    const days = apiKeyLifetimes.find((lifetime) => String(lifetime) === expires) ?? DEFAULT_LIFETIME_DAYS
    const expiresInDays = expires === NEVER ? null : days
    try {
      const body = { name, scopes: [...scopes], expiresInDays }
      onCreated((await api('POST /api/admin/api-keys', { body })).secret)
      return undefined
    } catch (error) {
      return toFieldProblem(error, ['name'])
    }
  }

  return (
    <SettingsFrame
      title="Create an API key"
      lead="The key acts as you, within the scopes that you choose. It stops working when you are no longer an admin."
    >
      <Form
        submit="Create key"
        onSubmit={create}
        onAttempt={() => setAttempted(true)}
        beside={
          <ButtonLink to={LIST} tone="quiet">
            Cancel
          </ButtonLink>
        }
      >
        <TextField
          name="name"
          label="Name"
          hint="The program that uses it, such as “Newsletter import”."
          required
          maxLength={MAX_API_KEY_NAME}
          autoComplete="off"
          dir="auto"
        />
        <NativeSelect
          name="expires"
          label="Expires"
          hint="A key that expires limits the damage if it leaks."
          required
          options={lifetimes}
          defaultValue={String(DEFAULT_LIFETIME_DAYS)}
        />
        <GroupedChoice
          legend="Scopes"
          groups={scopeGroups}
          chosen={scopes}
          onChange={setScopes}
          error={attempted && scopes.size === 0 ? 'Choose at least one scope.' : null}
          first={firstScope}
        />
      </Form>
    </SettingsFrame>
  )
}

function Created({ secret }: { secret: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form with the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <SettingsFrame title="API key created">
      <h2 ref={heading} tabIndex={-1} className="mb-4 font-serif text-lg font-semibold outline-none">
        Your new key
      </h2>
      <SecretPanel
        secret={secret}
        title="Copy the key now. It is shown only once."
        purpose="Store it where your program reads its secrets. If you lose it, revoke it and create another one."
        copy="Copy the key"
      />
      <p className="mt-6">
        <ButtonLink to={LIST}>Done</ButtonLink>
      </p>
    </SettingsFrame>
  )
}
