import { useState } from 'react'
import type { ApiKey } from '#contract/api-keys/api-keys.ts'
import { MAX_API_KEY_NAME } from '#contract/api-keys/scopes.ts'
import { Refusal } from '#contract/errors.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { toFieldProblem } from '#site/errors/form-errors.ts'

type Props = { apiKey: ApiKey; onRenamed(): Promise<void> }

/** After a conflict with another admin, the other name is shown and the input is kept. */
export function RenameKey({ apiKey: { id, name, version }, onRenamed }: Props) {
  const api = useApi()
  const [open, setOpen] = useState(false)
  const [newer, setNewer] = useState(0)

  async function rename({ name: wanted = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    if (wanted.trim() === '') return { fields: { name: 'Enter a name.' } }
    try {
      const body = { name: wanted, version: Math.max(version, newer) }
      await api('PATCH /api/admin/api-keys/{id}', { params: { id }, body })
    } catch (error) {
      const current = conflictOf(error)
      if (!current) return toFieldProblem(error, ['name'])
      setNewer(current.version)
      return { message: `Another admin renamed this key to “${current.name}”. Save again to replace that name.` }
    }
    setOpen(false)
    await onRenamed()
    return undefined
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button tone="quiet" size="sm" aria-label={`Rename ${name}`}>
          Rename
        </Button>
      }
      title="Rename the API key"
    >
      <Form submit="Save" onSubmit={rename}>
        <TextField name="name" label="Name" required maxLength={MAX_API_KEY_NAME} defaultValue={name} dir="auto" />
      </Form>
    </Dialog>
  )
}

function conflictOf(error: unknown): ApiKey | null {
  if (!(error instanceof Refusal) || error.code !== 'version-conflict') return null
  const { current }: { current?: ApiKey } = error.details
  return current ?? null
}
