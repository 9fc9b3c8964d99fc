import type { DataArgs } from '#site/page.ts'

export async function topicsData({ api }: DataArgs) {
  const { popular } = await api('GET /api/search', { query: { q: '', kind: 'stories' } })
  return { popular }
}
