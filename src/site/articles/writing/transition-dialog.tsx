import { useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import type { TransitionAction } from './transition-actions.ts'
import type { TransitionError } from './use-transitions.ts'

type Props = {
  action: TransitionAction | null
  onClose(): void
  /** Resolves to the error, or null on success. */
  onConfirm(action: TransitionAction, note: string): Promise<TransitionError | null>
}

export function TransitionDialog({ action, onClose, onConfirm }: Props) {
  // Keep the content during the closing animation.
  const [last, setLast] = useState(action)
  if (action && action !== last) setLast(action)
  if (!last) return null
  const name = last.name.replace('…', '')
  return (
    <Dialog
      open={action !== null}
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
          if (last.asks === 'note' && note.trim() === '') return { fields: { note: 'Enter a message.' } }
          const error = await onConfirm(last, note)
          if (error) return { message: error.message }
          onClose()
          return undefined
        }}
      >
        {last.asks === 'note' && (
          <TextArea name="note" label="Message to the author" required maxLength={5000} dir="auto" />
        )}
      </Form>
    </Dialog>
  )
}
