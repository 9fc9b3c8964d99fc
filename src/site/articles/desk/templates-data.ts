import type { DataArgs } from '#site/page.ts'

export async function templatesData({ api }: DataArgs) {
  return { templates: await api('GET /api/templates') }
}
