import type { DataArgs } from '#site/page.ts'
import { splitPreview } from '#site/articles/preview/preview-parts.ts'

export async function reviewData({ api, params }: DataArgs) {
  const preview = await api('GET /api/previews/{ref}', { params: { ref: params['article'] ?? '' } })
  const one = { params: { id: preview.id } }
  const [article, moves, review, reviewers] = await Promise.all([
    api('GET /api/articles/{id}', one),
    api('GET /api/articles/{id}/moves', one),
    api('GET /api/admin/articles/{id}/review', one),
    api('GET /api/admin/reviewers'),
  ])
  return { ...splitPreview(preview), article, moves, review, reviewers }
}
