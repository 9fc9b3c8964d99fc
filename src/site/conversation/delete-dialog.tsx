import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'

type Props = { open: boolean; replies: number; onDelete(): void; onClose(): void }

/** Asks first: a deleted response cannot be brought back. */
export function DeleteDialog({ open, replies, onDelete, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(now) => !now && onClose()}
      title="Delete this response?"
      description={
        replies > 0 ? 'Your words are gone for good. The replies stay where they are.' : 'Your words are gone for good.'
      }
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">Keep it</Button>
          </DialogClose>
          <Button
            tone="danger"
            onClick={() => {
              onClose()
              onDelete()
            }}
          >
            Delete
          </Button>
        </>
      }
    />
  )
}
