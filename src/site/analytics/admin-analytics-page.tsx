import type { Overview } from '#contract/analytics/analytics.ts'
import { Figure, Figures } from '#site/charts/figure.tsx'
import { formatShare } from '#site/charts/format-figures.ts'
import type { RangeQuery } from '#site/charts/range-picker.tsx'
import { usePageData } from '#site/page.ts'
import { CsvLink } from '#site/ui/csv-link.tsx'
import type { adminAnalyticsData } from './admin-analytics-data.ts'
import { AnalyticsHeader } from './analytics-header.tsx'
import { DimensionSection } from './dimension-list.tsx'
import { NoViews } from './no-views.tsx'
import { type Measure, OverviewChart, measures } from './overview-chart.tsx'
import { pickedRange, rangeHref, rangeParameters } from './range.ts'
import { VisitorsNow } from './visitors-now.tsx'

const PATH = '/admin/analytics'

export default function AdminAnalyticsPage() {
  const data = usePageData<typeof adminAnalyticsData>()
  const { overview, live, measure, storyViews, query } = data
  const { period, totals } = overview
  const picked = pickedRange(query, period)
  const shared = { totals, period, picked }
  return (
    <div className="max-w-6xl py-8 sm:py-10">
      <AnalyticsHeader
        title="Analytics"
        path={PATH}
        period={period}
        picked={picked}
        kept={keptMeasure(measure)}
        action={<CsvLink url={`/api/admin/analytics/days.csv?${new URLSearchParams(rangeParameters(period))}`} />}
      />
      <div className="mt-5 grid grid-cols-1 gap-6">
        <VisitorsNow live={live} />
        <Tiles overview={overview} measure={measure} storyViews={storyViews} picked={picked} />
        {totals.views === 0 ? (
          <NoViews path={PATH} period={period} picked={picked} />
        ) : (
          <>
            <OverviewChart overview={overview} measure={measure} compare={picked.compare} />
            <div className="mt-4 grid grid-cols-1 gap-x-10 gap-y-10 xl:grid-cols-2">
              <div className="min-w-0 xl:col-span-2">
                <DimensionSection dimension="story" figures={data.stories} {...shared} />
              </div>
              <DimensionSection dimension="source" figures={data.sources} {...shared} />
              <DimensionSection dimension="device" figures={data.devices} {...shared} />
              <DimensionSection dimension="language" figures={data.languages} {...shared} />
              <DimensionSection dimension="country" figures={data.countries} {...shared} hint={<CountryHint />} />
            </div>
          </>
        )}
      </div>
    </div>
  )
}

type TilesProps = {
  overview: Overview
  measure: Measure
  storyViews: { now: number; before: number }
  picked: RangeQuery
}

/** A tile shows its measure in the chart. */
function Tiles({ overview: { totals, totalsBefore, series }, measure, storyViews, picked }: TilesProps) {
  const before = picked.compare ? totalsBefore : null
  return (
    <Figures label="Totals">
      {(['views', 'visitors', 'reads'] as const).map((one) => (
        <Figure
          key={one}
          label={measures[one]}
          value={totals[one]}
          {...(before && { before: before[one] })}
          values={series.map((point) => point[one])}
          to={rangeHref(PATH, picked, keptMeasure(one))}
          current={one === measure}
        />
      ))}
      <Figure
        label="Read ratio"
        value={ratioOf(totals.reads, storyViews.now)}
        format={formatShare}
        {...(before && { before: ratioOf(before.reads, storyViews.before) })}
        note="Views of stories that were finished"
      />
    </Figures>
  )
}

function keptMeasure(measure: Measure): Record<string, string> {
  return measure === 'views' ? {} : { measure }
}

function ratioOf(reads: number, views: number) {
  return views === 0 ? null : reads / views
}

function CountryHint() {
  return (
    <p className="rounded-md bg-gray-50 px-4 py-8 text-center text-sm text-gray-600">
      No views with a known country in this period. Countries need a <code className="font-mono">COUNTRY_DATABASE</code>{' '}
      on the server.
    </p>
  )
}
