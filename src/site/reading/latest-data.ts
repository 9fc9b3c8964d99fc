import type { DataArgs } from '#site/page.ts'

export async function latestData({ api, query }: DataArgs) {
  const { before, category, tag } = query
  const page = await api('GET /api/stories', { query: { before, category, tag } })
  return { ...page, first: before === undefined, category: category ?? null, tag: tag ?? null }
}
