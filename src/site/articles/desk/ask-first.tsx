import { useState } from 'react'
import type { DeskItem } from '#contract/articles.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form } from '#site/ui/form.tsx'
import type { DeskAction } from './actions.ts'
import { howMany, titleOf } from './words.ts'

export type Asked = { action: DeskAction; items: readonly DeskItem[] }
type Props = { asked: Asked | null; onAnswer(note: string): void; onClose(): void }

/** Asks before what cannot be taken back lightly, and for the words that must go with it. */
export function AskFirst({ asked, onAnswer, onClose }: Props) {
  // It stays the same while it closes.
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) setLast(asked)
  if (!last) return null
  const { action, items } = last
  const [first] = items
  const what = items.length === 1 && first ? `“${titleOf(first)}”` : howMany(items.length)
  const keep = (
    <DialogClose>
      <Button tone="quiet">Cancel</Button>
    </DialogClose>
  )
  const question = { title: `${action.name}: ${what}?`, description: action.consequence ?? '' }
  const dialog = { open: asked !== null, onOpenChange: (open: boolean) => !open && onClose() }
  if (action.asks === 'note')
    return (
      <Dialog {...dialog} {...question}>
        <Form
          submit={action.name}
          tone={action.tone ?? 'primary'}
          beside={keep}
          onSubmit={async ({ note = '' }) => {
            onAnswer(note)
            return undefined
          }}
        >
          <TextArea name="note" label="Your words" required maxLength={5000} dir="auto" />
        </Form>
      </Dialog>
    )
  return (
    <Dialog
      {...dialog}
      {...question}
      actions={
        <>
          {keep}
          <Button tone={action.tone ?? 'primary'} onClick={() => onAnswer('')}>
            {action.name}
          </Button>
        </>
      }
    />
  )
}
