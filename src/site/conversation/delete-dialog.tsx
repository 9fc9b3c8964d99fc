import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'

type Props = { open: boolean; replies: number; onDelete(): void; onClose(): void }

export function DeleteDialog({ open, replies, onDelete, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(now) => !now && onClose()}
      title="Delete this response?"
      description={replies > 0 ? 'This can’t be undone. Replies stay in place.' : 'This can’t be undone.'}
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
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
