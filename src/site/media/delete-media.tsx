import { useState } from 'react'
import type { Media } from '#contract/media.ts'
import { errorCode, errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { MediaReferences } from './media-details.tsx'

/** Asks for confirmation, and again when the file is in use. */
export function DeleteMedia({ media, onDeleted }: { media: Media; onDeleted(): void }) {
  const api = useApi()
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState<Media['uses'] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const params = { id: media.id }

  async function remove() {
    setBusy(true)
    setProblem(null)
    try {
      await api('DELETE /api/media/{id}', { params, query: { evenIfUsed: used ? 'yes' : 'no' } })
      onDeleted()
    } catch (error) {
      if (errorCode(error) === 'in-use') setUsed(await usesNow())
      else setProblem(errorMessage(error))
    }
    setBusy(false)
  }

  /** It may be in use since the page was loaded. */
  async function usesNow() {
    try {
      return (await api('GET /api/media/{id}', { params })).uses
    } catch {
      return media.uses
    }
  }

  function turn(next: boolean) {
    setOpen(next)
    setUsed(null)
    setProblem(null)
  }

  return (
    <>
      <Button tone="plain" size="sm" className="justify-self-start text-danger-700!" onClick={() => turn(true)}>
        Delete
      </Button>
      <Dialog
        open={open}
        onOpenChange={turn}
        title={
          used
            ? `This file is used in ${used.length} ${used.length === 1 ? 'place' : 'places'}. Delete it anyway?`
            : `Delete ${media.name}?`
        }
        description={used ? 'It will be removed from:' : 'You can’t undo this.'}
        actions={
          <>
            <DialogClose>
              <Button tone="quiet">Cancel</Button>
            </DialogClose>
            <Button tone="danger" busy={busy} onClick={() => void remove()}>
              {used ? 'Delete anyway' : 'Delete'}
            </Button>
          </>
        }
      >
        {used && <MediaReferences uses={used} />}
        {problem && <Banner tone="danger">{problem}</Banner>}
      </Dialog>
    </>
  )
}
