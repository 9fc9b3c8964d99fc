import { useState } from 'react'
import { useHardNavigation } from '#site/identity/sign-in/hard-navigation.ts'
import { BrowserError, errorCode } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { useAccount } from './account-context.ts'
import { Outcome } from './outcome.tsx'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'

const WORD = 'delete'

function explain(error: unknown): never {
  throw errorCode(error) === 'admin-restricted-operation' ? new BrowserError('last-admin') : error
}

export function DeleteSection() {
  const api = useApi()
  const leave = useHardNavigation()
  const { withRecentSignIn } = useAccount()
  const change = useAction()
  const [open, setOpen] = useState(false)

  async function check({ word = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    if (word.trim().toLowerCase() !== WORD) return { fields: { word: `Type “${WORD}” to continue.` } }
    setOpen(false)
    void change.run(async () => {
      await withRecentSignIn(() => api('DELETE /api/account')).catch(explain)
      await leave('/')
    })
    return undefined
  }

  return (
    <Section id="delete" title="Delete account">
      <p className="text-gray-600">Your profile and your stories will be removed. This can’t be undone.</p>
      <div>
        <Dialog
          open={open}
          onOpenChange={setOpen}
          trigger={
            <Button tone="quiet" size="sm" busy={change.busy} className="text-danger-700!">
              Delete your account
            </Button>
          }
          title="Delete your account?"
          description="Your profile and your stories will be removed, and you will be signed out everywhere. This can’t be undone."
        >
          <Form submit="Delete permanently" tone="danger" onSubmit={check}>
            <TextField
              name="word"
              label={`Type “${WORD}” to confirm`}
              required
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
            />
          </Form>
        </Dialog>
      </div>
      <Outcome {...change} />
    </Section>
  )
}
