import { useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import type { Choice } from './move-words.ts'
import type { MoveProblem } from './use-moves.ts'

type Props = {
  choice: Choice | null
  onClose(): void
  /** Says why it was not done. */
  onAnswer(choice: Choice, note: string): Promise<MoveProblem | null>
}

/** Asks before what cannot be taken back lightly, and for the words that must go with it. */
export function AskMove({ choice, onClose, onAnswer }: Props) {
  // It stays the same while it closes.
  const [last, setLast] = useState(choice)
  if (choice && choice !== last) setLast(choice)
  if (!last) return null
  const name = last.name.replace('…', '')
  return (
    <Dialog
      open={choice !== null}
      onOpenChange={(open) => !open && onClose()}
      title={name}
      description={last.consequence}
    >
      <Form
        submit={name}
        tone={last.tone ?? 'primary'}
        beside={
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
        }
        onSubmit={async ({ note = '' }) => {
          if (last.asks === 'note' && note.trim() === '') return { fields: { note: 'Say why.' } }
          const problem = await onAnswer(last, note)
          if (problem) return { message: problem.message }
          onClose()
          return undefined
        }}
      >
        {last.asks === 'note' && <TextArea name="note" label="Your words" required maxLength={5000} dir="auto" />}
      </Form>
    </Dialog>
  )
}
