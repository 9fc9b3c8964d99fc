import type { Received, Reply } from '#contract/endpoints.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { presentCreator, presentMonth } from './present.ts'
import { creatorsPage, monthOverview } from './queries.ts'
import { estimateMonths, isTestSite, showsTestPayments } from './revenue.ts'

export async function listCreators(
  { db }: Ctx,
  asked: Received<'GET /api/admin/earnings'>['query'],
): Promise<Reply<'GET /api/admin/earnings'>> {
  const { shown, next } = await creatorsPage(db, asked, await isTestSite(db))
  return { items: shown.map(presentCreator), next, test: await showsTestPayments(db) }
}

export async function listMonths({ db, now }: Ctx) {
  const test = await isTestSite(db)
  const [open, rows, shownAsTest] = await Promise.all([
    estimateMonths({ db, now }, test),
    monthOverview(db, test),
    showsTestPayments(db),
  ])
  const closed = rows.map((row) => ({
    ...presentMonth(row),
    creators: row.creators ?? 0,
    distributed: row.distributed ?? 0,
  }))
  return { test: shownAsTest, open, closed }
}
