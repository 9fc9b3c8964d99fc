import { useBlocker } from 'react-router'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'

/** Asks before another page replaces one with a note or reply that was not sent. */
export function UnsentTextDialog({ isUnsent }: { isUnsent: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      isUnsent && (here.pathname !== next.pathname || here.search !== next.search),
  )
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without sending?"
      description="A note or reply on this page has not been sent. If you leave, its text is deleted."
      actions={
        <>
          <Button tone="quiet" onClick={() => blocker.reset?.()}>
            Stay
          </Button>
          <Button tone="danger" onClick={() => blocker.proceed?.()}>
            Leave
          </Button>
        </>
      }
    />
  )
}
