import type { DataArgs } from '#site/page.ts'

export async function topicsData({ api }: DataArgs) {
  return { popular: await api('GET /api/tags') }
}
