import type { DataArgs } from '#site/page.ts'

export async function backupsData({ api }: DataArgs) {
  return api('GET /api/admin/backups')
}
