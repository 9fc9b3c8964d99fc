import type { DataArgs } from '#site/page.ts'
import { parseAudience, splitPreview } from './preview-parts.ts'

export async function frameData({ api, query }: DataArgs) {
  const { article, as } = query
  if (!article) return null
  return { ...splitPreview(await api('GET /api/previews/{ref}', { params: { ref: article } })), as: parseAudience(as) }
}
