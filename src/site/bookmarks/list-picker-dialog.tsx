import { useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Checkbox } from '#site/ui/checkbox.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { TextArea, TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import type { ListPickerRequest } from './list-picker.ts'
import { runForForm } from './show-error.ts'
import { useStoryLists } from './use-story-lists.ts'

const focusOnMount = (field: HTMLElement | null) => field?.focus()

type Props = { request: ListPickerRequest; onClose(): void }

/** Every change is saved immediately. */
export default function ListPickerDialog({ request, onClose }: Props) {
  const { story } = request
  const { lists, chosen, note, failed, toggle, create, saveNote } = useStoryLists(request)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Choose lists" description={`“${story.title}”`}>
      {failed && <p role="alert">Your lists couldn’t be loaded. Close this dialog and try again.</p>}
      {!failed && !lists && <ListsSkeleton />}
      {lists && (
        <>
          <ul className="max-h-64 overflow-y-auto">
            {lists.map((list) => (
              <li key={list.id}>
                <Checkbox
                  checked={chosen.has(list.id)}
                  onCheckedChange={(on) => void toggle(list.id, on)}
                  label={
                    <span className="inline-flex items-center gap-2">
                      <span dir="auto" className="wrap-anywhere">
                        {list.name}
                      </span>
                      <Icon
                        name={list.public ? 'globe' : 'lock'}
                        size={14}
                        label={list.public ? 'Public' : 'Private'}
                        className="text-gray-500"
                      />
                    </span>
                  }
                />
              </li>
            ))}
          </ul>
          <NewList onCreate={create} />
          {chosen.size > 0 && <Note note={note} onSave={saveNote} onDone={onClose} />}
        </>
      )}
    </Dialog>
  )
}

function ListsSkeleton() {
  return (
    <div className="grid gap-3" aria-busy>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-6 w-56" />
    </div>
  )
}

function NewList({ onCreate }: { onCreate(name: string): Promise<void> }) {
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <Button tone="plain" size="sm" className="mt-2 -ms-3" onClick={() => setOpen(true)}>
        <Icon name="plus" size={16} />
        New list
      </Button>
    )
  }
  return (
    <div className="mt-3">
      <Form
        submit="Create list"
        tone="quiet"
        beside={
          <Button tone="plain" onClick={() => setOpen(false)}>
            Cancel
          </Button>
        }
        onSubmit={({ name = '' }) =>
          runForForm(async () => {
            await onCreate(name)
            setOpen(false)
          })
        }
      >
        <TextField name="name" label="List name" required maxLength={80} dir="auto" ref={focusOnMount} />
      </Form>
    </div>
  )
}

type NoteProps = { note: string; onSave(note: string): Promise<void>; onDone(): void }

function Note({ note, onSave, onDone }: NoteProps) {
  return (
    <div className="mt-4 border-t border-gray-200 pt-4">
      <Form
        submit="Save note"
        onSubmit={({ words = '' }) =>
          runForForm(async () => {
            await onSave(words)
            onDone()
          })
        }
      >
        <TextArea
          name="words"
          label="Note"
          defaultValue={note}
          rows={2}
          maxLength={1000}
          dir="auto"
          hint="Visible only to you, unless the list is public."
        />
      </Form>
    </div>
  )
}
