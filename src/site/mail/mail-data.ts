import type { DataArgs } from '#site/page.ts'

export async function mailData({ api, query }: DataArgs) {
  const { before, to } = query
  const page = await api('GET /api/admin/mail', { query: { before, to: to || undefined } })
  return { ...page, first: before === undefined, to: to ?? '' }
}
