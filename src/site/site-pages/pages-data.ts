import type { DataArgs } from '#site/page.ts'

export async function pagesData({ api }: DataArgs) {
  return { pages: await api('GET /api/admin/pages') }
}
