import { Refusal } from '#contract/errors.ts'
import { useApi, useBoot } from '#site/page.ts'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { problemOf } from './form-problem.ts'

/** Name and handle of the first admin. */
export function SetupForm({ token }: { token: string }) {
  const api = useApi()
  const { base, mode } = useBoot()

  async function finish({
    name = '',
    handle = '',
    email = '',
    password = '',
  }: Record<string, string>): Promise<FormProblem | undefined> {
    try {
      await api('POST /api/setup', { body: { token, name, handle, email, password } })
      // A whole new page, rendered for the person who has just signed in.
      location.assign(mode === 'hash' ? `${base}#/admin` : `${base}admin`)
      return undefined
    } catch (error) {
      if (error instanceof Refusal && error.code === 'handle-taken') {
        return { fields: { handle: 'Somebody has that handle, or the site needs it. Choose another.' } }
      }
      return problemOf(error, {
        handle: 'Three to forty small letters, digits and hyphens, such as ada-lovelace.',
        name: 'A name of one to eighty letters.',
      })
    }
  }

  return (
    <Form submit="Finish set-up" onSubmit={finish}>
      <TextField name="name" label="Your name" required autoComplete="name" maxLength={80} />
      <TextField
        name="handle"
        label="Handle"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        hint="Your address on this site: small letters, digits and hyphens."
      />
      <TextField name="email" type="email" label="Email" required autoComplete="email" maxLength={320} />
      <TextField name="password" type="password" label="Password" required autoComplete="new-password" />
    </Form>
  )
}
