import { useState } from 'react'
import type { Article, RevisionCard } from '#contract/articles.ts'
import { codeOf, sentenceOf } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { revisionText } from './revision-list.tsx'

type Props = { article: Article; revision: RevisionCard; onRestored(article: Article): void }

/** Goes back to an earlier text. Nothing is lost: what it replaces becomes a version itself. */
export function RestoreRevision({ article, revision, onRestored }: Props) {
  const api = useApi()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** The version when this was opened: what is saved after it, and merged into the page meanwhile, is not replaced unasked. */
  const [seen, setSeen] = useState(article.version)
  /** The version that another person saved while this was open. */
  const [newer, setNewer] = useState<number | null>(null)
  const params = { id: article.id }

  async function restore() {
    setBusy(true)
    setProblem(null)
    try {
      const restored = await api('POST /api/articles/{id}/revisions/{revision}/restore', {
        params: { ...params, revision: revision.id },
        body: { version: newer ?? seen },
      })
      setOpen(false)
      onRestored(restored)
    } catch (error) {
      setProblem(codeOf(error) === 'version-conflict' ? await conflict() : sentenceOf(error))
    }
    setBusy(false)
  }

  async function conflict() {
    try {
      setNewer((await api('GET /api/articles/{id}', { params })).version)
      return 'Somebody saved in the meantime, so nothing was restored. Their text would be kept as a version, too.'
    } catch (error) {
      return sentenceOf(error)
    }
  }

  function turn(next: boolean) {
    setOpen(next)
    setProblem(null)
    setNewer(null)
    setSeen(article.version)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={turn}
      title="Restore this version?"
      description={`The text becomes what it was on ${revisionText(revision)}. What is there now is kept as a version. Readers see nothing of it until you publish.`}
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
