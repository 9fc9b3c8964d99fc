import type { DataArgs } from '#site/page.ts'

export async function mailSettingsData({ api }: DataArgs) {
  return { server: await api('GET /api/admin/mail-server') }
}
