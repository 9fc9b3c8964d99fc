import type { ReactNode } from 'react'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'

type Props = {
  children: ReactNode
  /** The whole name of the button, where its words alone could be any row's. */
  label: string
  busy: boolean
  title: string
  /** What happens then. */
  consequence: string
  action: string
  size?: 'sm' | 'md'
  onConfirm(): void
}

/** Asks once more before something is taken away. */
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
            <Button tone="quiet">Keep it</Button>
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
