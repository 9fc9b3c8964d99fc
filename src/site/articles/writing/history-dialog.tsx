import { useEffect, useState } from 'react'
import type { TransitionRecord } from '#contract/articles.ts'
import { sentenceOf } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { History } from '#site/articles/review/history.tsx'
import { Banner } from '#site/ui/banner.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'

/** Every step of its life. */
export function HistoryDialog({ articleId, open, onClose }: { articleId: string; open: boolean; onClose(): void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="What happened to it">
      <Steps articleId={articleId} />
    </Dialog>
  )
}

function Steps({ articleId }: { articleId: string }) {
  const api = useApi()
  const [moves, setMoves] = useState<readonly TransitionRecord[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let shown = true
    api('GET /api/articles/{id}/moves', { params: { id: articleId } }).then(
      (found) => shown && setMoves(found),
      (error: unknown) => shown && setProblem(sentenceOf(error)),
    )
    return () => {
      shown = false
    }
  }, [api, articleId])
  if (problem) return <Banner tone="danger">{problem}</Banner>
  if (!moves) return <Skeleton className="h-24 w-full rounded-md" />
  if (moves.length === 0) return <p className="text-gray-600">Nothing yet: it has been a draft all the time.</p>
  return <History moves={moves} />
}
