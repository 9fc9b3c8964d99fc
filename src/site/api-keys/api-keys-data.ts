import type { DataArgs } from '#site/page.ts'

export async function apiKeysData({ api, query }: DataArgs) {
  if (query['new'] === 'yes') return { kind: 'new' as const }
  return { kind: 'list' as const, keys: await api('GET /api/admin/api-keys') }
}
