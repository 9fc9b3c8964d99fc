import { Month } from '#contract/earnings/earnings.ts'
import type { DataArgs } from '#site/page.ts'

/** Of each currency, those that earned most. */
const MAX_STORIES = 100

/** The chosen month, otherwise the newest one with figures. */
export async function earningsData({ api, query }: DataArgs) {
  const earnings = await api('GET /api/earnings')
  const asked = Month.safeParse(query['month'])
  const known = [...earnings.open, ...earnings.closed]
  const month = known.find((one) => asked.success && one.month === asked.data)?.month ?? known[0]?.month ?? null
  const chosen = await Promise.all(
    known
      .filter((one) => one.month === month)
      .map(async (figures) => {
        const { currency } = figures
        const input = { query: { month: figures.month, currency, limit: MAX_STORIES } }
        const { items, next } = await api('GET /api/earnings/stories', input)
        return {
          ...figures,
          stories: items.slice(0, MAX_STORIES),
          hasMore: next !== null || items.length > MAX_STORIES,
        }
      }),
  )
  return { ...earnings, month, chosen }
}

export type ChosenMonth = Awaited<ReturnType<typeof earningsData>>['chosen'][number]
