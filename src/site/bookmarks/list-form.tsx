import { useState } from 'react'
import type { ReadingList } from '#contract/bookmarks.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea, TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { Switch } from '#site/ui/switch.tsx'
import { runForForm } from './show-error.ts'

type Values = { name: string; description: string; public: boolean }
type Props = {
  open: boolean
  /** Null to create a list. */
  list: ReadingList | null
  onSave(values: Values): Promise<void>
  onClose(): void
}

export function ListForm({ open, list, onSave, onClose }: Props) {
  const [isPublic, setPublic] = useState(false)
  return (
    <Dialog open={open} onOpenChange={(wanted) => !wanted && onClose()} title={list ? 'Edit list' : 'New list'}>
      <Form
        submit={list ? 'Save' : 'Create list'}
        beside={
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
        }
        onSubmit={({ name = '', description = '' }) =>
          runForForm(async () => {
            await onSave({ name, description, public: isPublic })
            onClose()
          })
        }
      >
        <TextField name="name" label="Name" required maxLength={80} dir="auto" defaultValue={list?.name ?? ''} />
        <TextArea
          name="description"
          label="Description"
          rows={2}
          maxLength={500}
          dir="auto"
          defaultValue={list?.description ?? ''}
        />
        {!list && <Switch label="Public" checked={isPublic} onCheckedChange={setPublic} />}
      </Form>
    </Dialog>
  )
}
