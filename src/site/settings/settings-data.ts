import type { DataArgs } from '#site/page.ts'

export function settingsData({ api }: DataArgs) {
  return api('GET /api/admin/settings')
}
