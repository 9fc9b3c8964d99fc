import type { DataArgs } from '#site/page.ts'

export async function categoriesData({ api }: DataArgs) {
  return { categories: await api('GET /api/admin/categories') }
}
