import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { MAX_TOPIC_NAME } from '#contract/taxonomy/topic-rules.ts'
import { toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { toast } from '#site/ui/toast.tsx'

export function NewTag() {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState(false)

  async function create({ name = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    try {
      const tag = await api('POST /api/admin/tags', { body: { name } })
      setOpen(false)
      void toast({ tone: 'success', title: `“${tag.name}” created` })
      await revalidate()
      return undefined
    } catch (error) {
      return toFormProblem(error, { name: 'Use 1 to 60 characters, with at least one letter or digit.' })
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button tone="quiet">
          <Icon name="plus" size={18} />
          New tag
        </Button>
      }
      title="New tag"
      description="Authors add tags themselves. Create one here to suggest a spelling before it is used."
    >
      <Form submit="Create" onSubmit={create}>
        <TextField name="name" label="Name" required maxLength={MAX_TOPIC_NAME} dir="auto" autoComplete="off" />
      </Form>
    </Dialog>
  )
}
