import { useEffect } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { Button } from './button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'

type Props = { isChanged: boolean; title?: string; description?: string; stay?: string; leave?: string }

/** Asks before the person leaves a screen with unsaved changes, to another page of the site or to another site. */
export function LeaveDialog({
  isChanged,
  title = 'Leave without saving?',
  description = 'You have unsaved changes on this screen. They are lost if you leave.',
  stay = 'Keep editing',
  leave = 'Leave without saving',
}: Props) {
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      isChanged && (here.pathname !== next.pathname || here.search !== next.search),
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
      title={title}
      description={description}
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">{stay}</Button>
          </DialogClose>
          <Button tone="danger" onClick={() => blocker.proceed?.()}>
            {leave}
          </Button>
        </>
      }
    />
  )
}
