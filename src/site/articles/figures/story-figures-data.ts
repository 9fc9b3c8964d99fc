import { markHtml } from '#site/page-data.ts'
import type { DataArgs } from '#site/page.ts'
import { readRange } from '#site/analytics/range.ts'

export async function storyFiguresData({ api, params, query }: DataArgs) {
  const figures = await api('GET /api/analytics/stories/{ref}', {
    params: { ref: params['id'] ?? '' },
    query: readRange(query),
  })
  return markHtml({ ...figures, query })
}
