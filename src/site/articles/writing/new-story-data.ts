import type { DataArgs } from '#site/page.ts'

export async function newStoryData({ api }: DataArgs) {
  return { templates: await api('GET /api/templates') }
}
