import type { DataArgs } from '#site/page.ts'
import { audienceOf, toParts } from './parts.ts'

export async function frameData({ api, query }: DataArgs) {
  const { article, as } = query
  if (!article) return null
  return { ...toParts(await api('GET /api/previews/{ref}', { params: { ref: article } })), as: audienceOf(as) }
}
