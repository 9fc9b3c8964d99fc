import { useState } from 'react'
import { titleOf } from '#site/stories/article-labels.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi, useShell } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { AssignDialog, type Reviewer } from './assign-dialog.tsx'

type Props = {
  article: { id: string; title: string }
  reviewer: Reviewer | null
  reviewers: readonly Reviewer[]
  onChanged(): void
}

/** Who reviews a story. The request names the reviewer on this page, so that an assignment made since then is not replaced. */
export function Assignment({ article, reviewer, reviewers, onChanged }: Props) {
  const api = useApi()
  const { viewer } = useShell()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function assign(to: string | null) {
    setProblem(null)
    try {
      const [outcome] = await api('POST /api/admin/articles/reviewer', {
        body: { ids: [article.id], reviewer: to, was: reviewer?.id ?? null },
      })
      // Also after a refusal: it shows who the reviewer is now.
      onChanged()
      return outcome?.refused?.message ?? null
    } catch (error) {
      return errorMessage(error)
    }
  }

  async function take() {
    if (!viewer || busy) return
    setBusy(true)
    setProblem(await assign(viewer.id))
    setBusy(false)
  }

  return (
    <section aria-label="Reviewer" className="grid gap-2 text-sm">
      <p className="text-gray-600" aria-live="polite">
        Reviewer: {reviewer ? <bdi className="font-medium text-gray-900">{reviewer.name}</bdi> : 'Unassigned'}
        {reviewer && reviewer.id === viewer?.id && ' (you)'}
      </p>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <div className="flex flex-wrap gap-2 noscript:hidden">
        {viewer && reviewer?.id !== viewer.id && (
          <Button tone="quiet" size="sm" busy={busy} onClick={() => void take()}>
            <Icon name="user-check" size={16} />
            Assign to me
          </Button>
        )}
        <Button tone="plain" size="sm" onClick={() => setAsking(true)}>
          {reviewer ? 'Reassign…' : 'Assign…'}
        </Button>
      </div>
      {asking && (
        <AssignDialog
          what={`“${titleOf(article)}”`}
          reviewers={reviewers}
          onClose={() => setAsking(false)}
          onChosen={async (to) => {
            const message = await assign(to)
            if (!message) setAsking(false)
            return message
          }}
        />
      )}
    </section>
  )
}
