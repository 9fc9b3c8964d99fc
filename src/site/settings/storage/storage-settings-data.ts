import type { DataArgs } from '#site/page.ts'

export async function storageSettingsData({ api }: DataArgs) {
  return { storage: await api('GET /api/admin/storage') }
}
