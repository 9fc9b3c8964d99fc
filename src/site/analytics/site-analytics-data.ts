import { type Dimension, type VitalFigure, dimensions, pageKinds } from '#contract/analytics/analytics.ts'
import { vitalNames } from '#contract/analytics/events.ts'
import type { DataArgs } from '#site/page.ts'
import { readRange } from './range.ts'

const PAGE = 50

export async function siteAnalyticsData({ api, query }: DataArgs) {
  const range = readRange(query)
  const list = (dimension: Dimension, more: { limit?: number; before?: string } = {}) =>
    api('GET /api/admin/analytics/figures/{dimension}', { params: { dimension }, query: { ...range, ...more } })
  const asked = dimensions.find((dimension) => dimension === query['show'])
  const overview = api('GET /api/admin/analytics', { query: range })
  if (asked) {
    const { before } = query
    const [{ period, totals }, figures] = await Promise.all([
      overview,
      list(asked, { limit: PAGE, ...(before && { before }) }),
    ])
    return { show: asked, period, totals, figures, query }
  }
  const [
    { period, totals },
    pages,
    paths,
    referrers,
    campaigns,
    searches,
    emptySearches,
    shares,
    funnel,
    cohorts,
    vitals,
  ] = await Promise.all([
    overview,
    list('page'),
    list('path'),
    list('referrer'),
    list('campaign'),
    list('search'),
    list('search-empty'),
    list('share'),
    api('GET /api/admin/analytics/funnel', { query: range }),
    api('GET /api/admin/analytics/cohorts'),
    api('GET /api/admin/analytics/vitals', { query: range }),
  ])
  const lists = { pages, paths, referrers, campaigns, searches, emptySearches, shares }
  return { show: null, period, totals, lists, funnel, cohorts, vitals: byPage(vitals), query }
}

/** Every vital of each kind of page that has measurements. */
function byPage(figures: readonly VitalFigure[]) {
  return pageKinds.flatMap((page) => {
    const found = figures.filter((figure) => figure.page === page)
    if (found.length === 0) return []
    const vitals = vitalNames.map((name) => ({ name, p75: found.find((one) => one.name === name)?.p75 ?? null }))
    return { page, samples: Math.max(...found.map(({ samples }) => samples)), vitals }
  })
}
