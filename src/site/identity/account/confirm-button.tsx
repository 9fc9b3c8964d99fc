import type { ReactNode } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'

type Props = {
  children: ReactNode
  /** The accessible name, which also names the row. */
  label: string
  busy: boolean
  title: string
  consequence: string
  action: string
  size?: 'sm' | 'md'
  onConfirm(): void
}

/** A button that asks for confirmation first. */
export function ConfirmButton({ children, label, busy, title, consequence, action, size = 'sm', onConfirm }: Props) {
  return (
    <Dialog
      trigger={
        <Button tone="quiet" size={size} busy={busy} aria-label={label}>
          {children}
        </Button>
      }
      title={title}
      description={consequence}
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
          <DialogClose>
            <Button tone="danger" onClick={onConfirm}>
              {action}
            </Button>
          </DialogClose>
        </>
      }
    />
  )
}
