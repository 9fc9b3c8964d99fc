import { useState } from 'react'
import type { Article } from '#contract/articles/articles.ts'
import type { RevisionCard } from '#contract/articles/revisions.ts'
import { errorCode, errorMessage } from '#site/errors/messages.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { formatRevision } from './revision-list.tsx'
import type { RevisionSource } from './revision-source.ts'

type Props = {
  article: Article
  revision: RevisionCard
  source: RevisionSource
  onRestored(article: Article): void
}

/** Restores an earlier version. The current text is kept as a version. */
export function RestoreRevision({ article, revision, source, onRestored }: Props) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** The version when the dialog was opened. Changes saved since then are not replaced without confirmation. */
  const [seen, setSeen] = useState(article.version)
  /** A version saved by another person while the dialog was open. */
  const [newer, setNewer] = useState<number | null>(null)

  async function restore() {
    setBusy(true)
    setProblem(null)
    try {
      const restored = await source.restore(revision.id, newer ?? seen)
      setOpen(false)
      onRestored(restored)
    } catch (error) {
      setProblem(errorCode(error) === 'version-conflict' ? await conflict() : errorMessage(error))
    }
    setBusy(false)
  }

  async function conflict() {
    try {
      setNewer(await source.currentVersion())
      return 'Someone saved changes in the meantime, so nothing was restored. If you restore anyway, their version is kept too.'
    } catch (error) {
      return errorMessage(error)
    }
  }

  function toggle(next: boolean) {
    setOpen(next)
    setProblem(null)
    setNewer(null)
    setSeen(article.version)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={toggle}
      title="Restore this version?"
      description={`The draft goes back to the version of ${formatRevision(revision)}. The current draft is kept as a version. Readers won’t see the change until you publish.`}
      trigger={
        <Button size="sm" className="md:ms-auto">
          Restore this version…
        </Button>
      }
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
          <Button busy={busy} onClick={() => void restore()}>
            {newer === null ? 'Restore' : 'Restore anyway'}
          </Button>
        </>
      }
    >
      {problem && <Banner tone="danger">{problem}</Banner>}
    </Dialog>
  )
}
