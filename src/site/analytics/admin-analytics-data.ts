import type { Dimension } from '#contract/analytics/analytics.ts'
import type { DataArgs } from '#site/page.ts'
import type { Measure } from './overview-chart.tsx'
import { readRange } from './range.ts'

export async function adminAnalyticsData({ api, query }: DataArgs) {
  const range = readRange(query)
  const list = (dimension: Dimension) =>
    api('GET /api/admin/analytics/figures/{dimension}', { params: { dimension }, query: range })
  const [overview, live, stories, pages, sources, devices, languages, countries] = await Promise.all([
    api('GET /api/admin/analytics', { query: range }),
    api('GET /api/admin/analytics/live'),
    list('story'),
    list('page'),
    list('source'),
    list('device'),
    list('language'),
    list('country'),
  ])
  const storyPages = pages.items.find(({ value }) => value === 'story')
  return {
    overview,
    live,
    measure: readMeasure(query['measure']),
    /** Views of the pages of stories, of which reads are a part. */
    storyViews: { now: storyPages?.views ?? 0, before: storyPages?.viewsBefore ?? 0 },
    stories,
    sources,
    devices,
    languages,
    countries,
    query,
  }
}

function readMeasure(name: string | undefined): Measure {
  return name === 'visitors' || name === 'reads' ? name : 'views'
}
