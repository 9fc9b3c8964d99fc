import { useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import type { DeskAction } from './desk-actions.ts'
import { formatStoryCount, titleOf } from '#site/stories/article-labels.ts'

export type PendingAction<Item extends { title: string }> = { action: DeskAction; items: readonly Item[] }
type Props = { asked: PendingAction<{ title: string }> | null; onAnswer(note: string): void; onClose(): void }

export function ConfirmActionDialog({ asked, onAnswer, onClose }: Props) {
  // Keep the content during the closing animation.
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) setLast(asked)
  if (!last) return null
  const { action, items } = last
  const [first] = items
  const what = items.length === 1 && first ? `“${titleOf(first)}”` : formatStoryCount(items.length)
  const cancel = (
    <DialogClose>
      <Button tone="quiet">Cancel</Button>
    </DialogClose>
  )
  const question = { title: action.question?.(what) ?? `${action.name}?`, description: action.consequence ?? '' }
  const dialog = { open: asked !== null, onOpenChange: (open: boolean) => !open && onClose() }
  if (action.asks === 'note')
    return (
      <Dialog {...dialog} {...question}>
        <Form
          submit={action.name}
          tone={action.tone ?? 'primary'}
          beside={cancel}
          onSubmit={async ({ note = '' }) => {
            onAnswer(note)
            return undefined
          }}
        >
          <TextArea name="note" label="Message to the author" required maxLength={5000} dir="auto" />
        </Form>
      </Dialog>
    )
  return (
    <Dialog
      {...dialog}
      {...question}
      actions={
        <>
          {cancel}
          <Button tone={action.tone ?? 'primary'} onClick={() => onAnswer('')}>
            {action.name}
          </Button>
        </>
      }
    />
  )
}
