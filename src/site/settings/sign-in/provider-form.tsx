import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Refusal } from '#contract/errors.ts'
import { defaultScopes, providerPresets } from '#contract/identity/sign-in-methods.ts'
import type { ProviderSettings, SignInSettings } from '#contract/identity/sign-in-settings.ts'
import { ConfirmButton } from '#site/identity/account/confirm-button.tsx'
import { CopyButton } from '#site/identity/account/copy-button.tsx'
import { useAction } from '#site/identity/account/use-action.ts'
import { useApi } from '#site/page.ts'
import { Conflict } from '#site/admin/values.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Checkbox } from '#site/ui/checkbox.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { type SecretMode, SecretField, secretToSend } from '#site/ui/secret-field.tsx'
import { toast } from '#site/ui/toast.tsx'
import { toFieldProblem } from '#site/errors/form-errors.ts'
import { CheckProvider } from './check-provider.tsx'
import { describeAccounts } from './provider-list.tsx'

const LIST = '/admin/settings/sign-in'
const fields = ['id', 'name', 'issuer', 'clientId', 'clientSecret', 'scopes']
type Values = { id: string; name: string; issuer: string; clientId: string; scopes: readonly string[]; hint?: string }
const blank: Values = { id: '', name: '', issuer: '', clientId: '', scopes: defaultScopes }

/** Adds or edits a provider. After a conflict with another admin, both versions are shown and the input is kept. */
export function ProviderForm({ settings, provider }: { settings: SignInSettings; provider: ProviderSettings | null }) {
  const api = useApi()
  const navigate = useNavigate()
  const [start, setStart] = useState<Values>(provider ?? blank)
  const [shown, setShown] = useState(0)
  const [version, setVersion] = useState(provider?.version ?? 0)
  const [enabled, setEnabled] = useState(provider?.enabled ?? true)
  const [rawNonce, setRawNonce] = useState(provider?.rawNonce ?? false)
  const [secret, setSecret] = useState<SecretMode>('keep')
  const [theirs, setTheirs] = useState<ProviderSettings | null>(null)
  const area = useRef<HTMLDivElement>(null)

  async function save(values: Record<string, string>) {
    const { id = '', name = '', issuer = '', clientId = '', clientSecret, scopes = '' } = values
    const body = {
      name,
      issuer: issuer.trim(),
      clientId,
      clientSecret: secretToSend(secret, clientSecret),
      scopes: scopes.split(/[\s,]+/).filter(Boolean),
      rawNonce,
      enabled,
    }
    try {
      if (provider)
        await api('PUT /api/admin/identity-providers/{id}', { params: { id: provider.id }, body: { ...body, version } })
      else await api('POST /api/admin/identity-providers', { body: { ...body, id: id.trim() } })
      await navigate(LIST)
      await toast({ title: provider ? 'Provider saved' : 'Provider added' })
    } catch (error) {
      const current = provider && conflictOf(error, provider.id)
      if (!current) return toFieldProblem(error, fields)
      setTheirs(current)
      // The next save replaces what the other admin saved.
      setVersion(current.version)
    }
  }

  function show(values: Values) {
    setStart(values)
    setShown(shown + 1)
  }

  function useTheirs(current: ProviderSettings) {
    show(current)
    setEnabled(current.enabled)
    setRawNonce(current.rawNonce)
    setSecret('keep')
    setTheirs(null)
  }

  const readIssuer = () => area.current?.querySelector<HTMLInputElement>('input[name="issuer"]')?.value.trim() ?? ''
  return (
    <div ref={area} className="grid grid-cols-1 gap-6">
      {!provider && <Presets onChoose={show} />}
      <RedirectAddress url={settings.redirectUrl} />
      <Form
        submit={provider ? 'Save' : 'Add provider'}
        onSubmit={save}
        beside={
          <ButtonLink to={LIST} tone="quiet">
            Cancel
          </ButtonLink>
        }
      >
        {theirs && <Conflict values={describe(theirs)} onUse={() => useTheirs(theirs)} />}
        {start.hint && <Banner>{start.hint}</Banner>}
        <ProviderFields key={shown} values={start} isNew={provider === null} />
        <SecretField
          name="clientSecret"
          label="Client secret"
          noun="client secret"
          isSet={provider?.clientSecret.set ?? false}
          mode={secret}
          onMode={setSecret}
          hint="It is stored encrypted. Leave it blank for a public client."
        />
        <div>
          <Checkbox label="Enabled: show it on the sign-in page" checked={enabled} onCheckedChange={setEnabled} />
          <Checkbox
            label="Its tokens contain the nonce of apps unhashed (rarely needed)"
            checked={rawNonce}
            onCheckedChange={setRawNonce}
          />
        </div>
      </Form>
      <CheckProvider readIssuer={readIssuer} />
      {provider && <RemoveProvider provider={provider} />}
    </div>
  )
}

function Presets({ onChoose }: { onChoose(values: Values): void }) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium text-gray-800">Fill in the values of a known provider</legend>
      <div className="flex flex-wrap gap-2">
        {providerPresets.map((preset) => (
          <Button key={preset.id} tone="quiet" size="sm" onClick={() => onChoose({ ...preset, clientId: '' })}>
            {preset.name}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

function RedirectAddress({ url }: { url: string }) {
  return (
    <div className="grid gap-2 rounded-md border border-gray-200 bg-gray-50 px-4 py-3 text-sm">
      <p>Register this redirect address (redirect URI) with the provider:</p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-w-0 font-mono wrap-anywhere" dir="ltr">
          {url}
        </code>
        <CopyButton text={url} label="Copy the address" />
      </div>
    </div>
  )
}

function ProviderFields({ values, isNew }: { values: Values; isNew: boolean }) {
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, dir: 'ltr' } as const
  return (
    <>
      <TextField
        name="name"
        label="Name"
        hint="On the button of the sign-in page."
        required
        maxLength={60}
        defaultValue={values.name}
        autoComplete="off"
        dir="auto"
      />
      {isNew && (
        <TextField
          name="id"
          label="ID"
          hint="Lowercase letters, digits, dots and hyphens, such as oidc.acme. It can’t be changed later."
          required
          maxLength={61}
          defaultValue={values.id}
          {...plain}
        />
      )}
      <TextField
        name="issuer"
        label="Issuer"
        hint="The address of the provider, such as https://id.example.com."
        required
        maxLength={2000}
        inputMode="url"
        defaultValue={values.issuer}
        {...plain}
      />
      <TextField name="clientId" label="Client ID" required maxLength={500} defaultValue={values.clientId} {...plain} />
      <TextField
        name="scopes"
        label="Scopes"
        hint="Separated by spaces. The scope openid is required."
        required
        maxLength={1000}
        defaultValue={values.scopes.join(' ')}
        {...plain}
      />
    </>
  )
}

function RemoveProvider({ provider }: { provider: ProviderSettings }) {
  const api = useApi()
  const navigate = useNavigate()
  const { busy, problem, run } = useAction()

  function remove() {
    void run(async () => {
      await api('DELETE /api/admin/identity-providers/{id}', { params: { id: provider.id } })
      await navigate(LIST, { replace: true })
      await toast({ title: 'Provider removed' })
    })
  }

  const isUsed = provider.accounts > 0
  return (
    <section aria-labelledby="remove" className="grid gap-3 border-t border-gray-200 pt-5">
      <h2 id="remove" className="font-medium">
        Remove
      </h2>
      <p className="text-sm text-gray-600">
        {describeAccounts(provider)} {isUsed && 'To stop sign-ins for a while, disable the provider instead.'}
      </p>
      <div>
        <ConfirmButton
          label={`Remove ${provider.name}`}
          busy={busy}
          size="md"
          title={`Remove ${provider.name}?`}
          consequence={
            isUsed
              ? `${describeAccounts(provider)} These people can no longer sign in with ${provider.name}. Those without another method need to reset their password.`
              : `No account uses ${provider.name}. Its client secret is deleted.`
          }
          action="Remove"
          onConfirm={remove}
        >
          Remove this provider
        </ConfirmButton>
      </div>
      {problem && <Banner tone="danger">{problem}</Banner>}
    </section>
  )
}

function describe(provider: ProviderSettings) {
  return [
    ['Name', provider.name],
    ['Issuer', provider.issuer],
    ['Client ID', provider.clientId],
    ['Client secret', provider.clientSecret.set ? 'Stored' : 'None'],
    ['Scopes', provider.scopes.join(' ')],
    ['Enabled', provider.enabled ? 'Yes' : 'No'],
  ] as const
}

function conflictOf(error: unknown, id: string): ProviderSettings | null {
  if (!(error instanceof Refusal) || error.code !== 'version-conflict') return null
  const { current }: { current?: SignInSettings } = error.details
  return current?.providers.find((one) => one.id === id && one.source === 'settings') ?? null
}
