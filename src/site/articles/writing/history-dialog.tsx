import { useEffect, useState } from 'react'
import type { TransitionRecord } from '#contract/articles/articles.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { TransitionHistory } from '#site/articles/review/transition-history.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'

export function HistoryDialog({ articleId, open, onClose }: { articleId: string; open: boolean; onClose(): void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="History">
      <Transitions articleId={articleId} />
    </Dialog>
  )
}

function Transitions({ articleId }: { articleId: string }) {
  const api = useApi()
  const [moves, setMoves] = useState<readonly TransitionRecord[] | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    api('GET /api/articles/{id}/moves', { params: { id: articleId } }).then(
      (found) => isCurrent && setMoves(found),
      (failure: unknown) => isCurrent && setError(errorMessage(failure)),
    )
    return () => {
      isCurrent = false
    }
  }, [api, articleId])
  if (error) return <Banner tone="danger">{error}</Banner>
  if (!moves) return <Skeleton className="h-24 w-full rounded-md" />
  if (moves.length === 0)
    return <p className="text-gray-600">No history yet. This story has been a draft since it was created.</p>
  return <TransitionHistory moves={moves} />
}
