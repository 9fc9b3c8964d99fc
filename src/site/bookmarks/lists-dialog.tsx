import { useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Checkbox } from '#site/ui/checkbox.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { TextArea, TextField } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import type { Question } from './choose-lists.ts'
import { problemOf } from './problem.ts'
import { useStoryLists } from './use-story-lists.ts'

/** Whoever asked for the field may type at once. */
const begin = (field: HTMLElement | null) => field?.focus()

type Props = { question: Question; onClose(): void }

/** In which lists a story is, with a note on it. Every tick counts at once. */
export default function ListsDialog({ question, onClose }: Props) {
  const { story } = question
  const { lists, chosen, note, failed, tick, make, keepNote } = useStoryLists(question)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Choose lists" description={`“${story.title}”`}>
      {failed && <p role="alert">Your lists could not be loaded. Close this and try again.</p>}
      {!failed && !lists && <Waiting />}
      {lists && (
        <>
          <ul className="max-h-64 overflow-y-auto">
            {lists.map((list) => (
              <li key={list.id}>
                <Checkbox
                  checked={chosen.has(list.id)}
                  onCheckedChange={(on) => void tick(list.id, on)}
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
          <NewList onMake={make} />
          {chosen.size > 0 && <Note note={note} onKeep={keepNote} onDone={onClose} />}
        </>
      )}
    </Dialog>
  )
}

function Waiting() {
  return (
    <div className="grid gap-3" aria-busy>
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-6 w-56" />
    </div>
  )
}

function NewList({ onMake }: { onMake(name: string): Promise<void> }) {
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
        submit="Make the list"
        tone="quiet"
        beside={
          <Button tone="plain" onClick={() => setOpen(false)}>
            Cancel
          </Button>
        }
        onSubmit={({ name = '' }) =>
          problemOf(async () => {
            await onMake(name)
            setOpen(false)
          })
        }
      >
        <TextField name="name" label="Name of the new list" required maxLength={80} dir="auto" ref={begin} />
      </Form>
    </div>
  )
}

type NoteProps = { note: string; onKeep(note: string): Promise<void>; onDone(): void }

function Note({ note, onKeep, onDone }: NoteProps) {
  return (
    <div className="mt-4 border-t border-gray-200 pt-4">
      <Form
        submit="Keep the note"
        onSubmit={({ words = '' }) =>
          problemOf(async () => {
            await onKeep(words)
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
          hint="Why you saved it. Only you see it, unless the list is public."
        />
      </Form>
    </div>
  )
}
