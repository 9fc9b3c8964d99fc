import type { DataArgs } from '#site/page.ts'

export async function newStoryData({ api }: DataArgs) {
  const [templates, { can }] = await Promise.all([api('GET /api/templates'), api('GET /api/articles/new')])
  return { templates, can }
}
