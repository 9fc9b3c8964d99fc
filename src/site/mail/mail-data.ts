import { mailEndpoints } from '#contract/mail/mail.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

export async function mailData({ api, query }: DataArgs) {
  const [page, summary] = await Promise.all([
    api('GET /api/admin/mail', { query: listQuery(mailEndpoints['GET /api/admin/mail'].query, query) }),
    api('GET /api/admin/mail/summary'),
  ])
  return { ...page, summary, query }
}
