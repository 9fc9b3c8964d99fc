import { useEffect, useState } from 'react'
import type { Article } from '#contract/articles/articles.ts'
import type { Revision } from '#contract/articles/revisions.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { type Api, useApi } from '#site/page.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { CompareDocuments } from '#site/articles/writing/compare/compare-documents.tsx'
import { TitleChanges } from './title-changes.tsx'

/** Compares the draft with the published version. */
export default function PublishedDiff({ article }: { article: Article }) {
  const api = useApi()
  const [published, setPublished] = useState<Revision | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { id } = article

  useEffect(() => {
    let current = true
    findLastPublished(api, id).then(
      (revision) => {
        if (!current) return
        if (revision) setPublished(revision)
        else setProblem('The published version is not in the version history.')
      },
      (error: unknown) => current && setProblem(errorMessage(error)),
    )
    return () => {
      current = false
    }
  }, [api, id])

  if (problem) return <Banner tone="danger">{problem}</Banner>
  if (!published) return <Skeleton className="mt-8 h-64 w-full rounded-md" />
  return (
    <div className="pt-6">
      <TitleChanges before={published} after={article} />
      <CompareDocuments before={published.body} after={article.body} labels={{ before: 'Published', after: 'New' }} />
    </div>
  )
}

async function findLastPublished(api: Api, id: string): Promise<Revision | null> {
  let before: string | undefined
  do {
    const page = await api('GET /api/articles/{id}/revisions', { params: { id }, query: { limit: 50, before } })
    const found = page.items.find(({ kind }) => kind === 'published')
    if (found) return api('GET /api/articles/{id}/revisions/{revision}', { params: { id, revision: found.id } })
    before = page.next ?? undefined
  } while (before)
  return null
}
