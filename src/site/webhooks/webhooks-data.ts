import type { DataArgs } from '#site/page.ts'

export async function webhooksData({ api }: DataArgs) {
  return { webhooks: await api('GET /api/admin/webhooks') }
}
