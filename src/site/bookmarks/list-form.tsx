import { useState } from 'react'
import type { ReadingList } from '#contract/bookmarks.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea, TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { Switch } from '#site/ui/switch.tsx'
import { problemOf } from './problem.ts'

type Values = { name: string; description: string; public: boolean }
type Props = {
  open: boolean
  /** The one to change; without one, a new one is made. */
  list: ReadingList | null
  onSave(values: Values): Promise<void>
  onClose(): void
}

/** Names and describes a list. */
export function ListForm({ open, list, onSave, onClose }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Dialog open={open} onOpenChange={(wanted) => !wanted && onClose()} title={list ? 'Edit the list' : 'New list'}>
      <Form
        submit={list ? 'Save' : 'Make the list'}
        beside={
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
        }
        onSubmit={({ name = '', description = '' }) =>
          problemOf(async () => {
            await onSave({ name, description, public: shown })
            onClose()
          })
        }
      >
        <TextField name="name" label="Name" required maxLength={80} dir="auto" defaultValue={list?.name ?? ''} />
        <TextArea
          name="description"
          label="What it is about"
          rows={2}
          maxLength={500}
          dir="auto"
          defaultValue={list?.description ?? ''}
        />
        {!list && <Switch label="Everybody may see it" checked={shown} onCheckedChange={setShown} />}
      </Form>
    </Dialog>
  )
}
