import { useEffect } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'

/** Asks before the person leaves a screen with unsaved changes, to another page of the site or to another site. */
export function LeaveDialog({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  )
  const navigate = useNavigate()
  const isLeaving = blocker.state === 'proceeding'

  useEffect(() => {
    // The next page may need a page load, which would ask again.
    if (!isChanged || isLeaving) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged, isLeaving])

  // The link was followed while the changes were being saved. The page is revalidated then, which resets the blocker.
  useEffect(() => {
    if (!isChanged && blocker.state === 'blocked') void navigate(blocker.location, { viewTransition: true })
  }, [isChanged, blocker, navigate])

  return (
    <Dialog
      open={isChanged && blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open && blocker.state === 'blocked') blocker.reset()
      }}
      title="Leave without saving?"
      description="You have unsaved changes on this screen. They are lost if you leave."
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">Keep editing</Button>
          </DialogClose>
          <Button tone="danger" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
        </>
      }
    />
  )
}
