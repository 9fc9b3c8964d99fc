import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type SignInMethod, signInMethods } from '#contract/identity/sign-in-methods.ts'
import type { SignInSettings } from '#contract/identity/sign-in-settings.ts'
import { useApi } from '#site/page.ts'
import { useSavedVersion } from '#site/admin/use-saved-version.ts'
import { Conflict, SetByEnvironment } from '#site/admin/values.tsx'
import { Checkbox } from '#site/ui/checkbox.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { LeaveDialog } from '#site/ui/leave-dialog.tsx'
import { toast } from '#site/ui/toast.tsx'
import { toFieldProblem } from '#site/errors/form-errors.ts'

const methodNames: Record<SignInMethod, string> = {
  'password': 'Email and password',
  'email-link': 'Email link, without a password',
  'anonymous': 'Anonymous accounts, for apps that use the Firebase-compatible API',
  'passkey': 'Passkeys',
}

/** After a conflict with another admin, both versions are shown and the input is kept. */
export function SignInForm({ settings }: { settings: SignInSettings }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { start, version, theirs, shown, show, showConflict, isChanged, noteChange } = useSavedVersion(settings)
  const [methods, setMethods] = useState(new Set(settings.methods))
  const { setBy } = start

  async function save({ domains: text = '' }: Record<string, string>) {
    const domains = setBy.domains ? start.domains : text.split(/[\s,]+/).filter(Boolean)
    const body = { methods: signInMethods.filter((method) => methods.has(method)), domains, version }
    try {
      showSaved(await api('PUT /api/admin/sign-in-settings', { body }))
      await revalidate()
      await toast({ title: 'Sign-in saved' })
    } catch (error) {
      if (!showConflict(error)) return toFieldProblem(error, ['domains'])
    }
  }

  function showSaved(saved: SignInSettings) {
    show(saved)
    setMethods(new Set(saved.methods))
  }

  function toggle(method: SignInMethod, isOn: boolean) {
    setMethods(new Set(signInMethods.filter((one) => (one === method ? isOn : methods.has(one)))))
  }

  return (
    <Form submit="Save" onSubmit={save} onChange={noteChange} beside={<span />}>
      <LeaveDialog isChanged={isChanged} />
      {theirs && <Conflict values={describe(theirs)} onUse={() => showSaved(theirs)} />}
      {setBy.methods ? (
        <SetByEnvironment variable={setBy.methods} values={[['Methods', describeMethods(start.methods)]]} />
      ) : (
        <fieldset>
          <legend className="text-sm font-medium text-gray-800">Sign-in methods</legend>
          {signInMethods.map((method) => (
            <Checkbox
              key={method}
              label={methodNames[method]}
              checked={methods.has(method)}
              onCheckedChange={(isOn) => toggle(method, isOn)}
            />
          ))}
        </fieldset>
      )}
      {setBy.domains ? (
        <SetByEnvironment variable={setBy.domains} values={[['Authorized domains', start.ownDomains.join(', ')]]} />
      ) : (
        <TextArea
          key={shown}
          name="domains"
          label="Authorized domains"
          hint={`Other sites whose pages may use this site’s sign-in, with their subdomains. One per line. Always authorized: ${start.ownDomains.join(', ')}.`}
          rows={3}
          defaultValue={start.domains.join('\n')}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
        />
      )}
    </Form>
  )
}

function describeMethods(methods: readonly SignInMethod[]) {
  return methods.map((method) => methodNames[method]).join('; ') || 'None'
}

function describe({ methods, domains }: SignInSettings) {
  return [
    ['Sign-in methods', describeMethods(methods)],
    ['Authorized domains', domains.join(', ') || 'None'],
  ] as const
}
