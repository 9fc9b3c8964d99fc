import type { ReactNode } from 'react'
import type { Cohort, FunnelStep } from '#contract/analytics/analytics.ts'
import { CohortTable } from '#site/charts/cohort-table.tsx'
import { formatNumber } from '#site/charts/format-figures.ts'
import { Funnel } from '#site/charts/funnel.tsx'
import { nameTime } from '#site/charts/time-labels.ts'
import { VitalRating } from '#site/charts/vital-rating.tsx'
import { usePageData } from '#site/page.ts'
import { TextLink } from '#site/ui/link.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { AnalyticsHeader } from './analytics-header.tsx'
import { DimensionSection, dimensionLooks } from './dimension-list.tsx'
import { pages } from './names.ts'
import { NoViews } from './no-views.tsx'
import { pickedRange, rangeHref } from './range.ts'
import type { siteAnalyticsData } from './site-analytics-data.ts'

const PATH = '/admin/analytics/site'
type Data = Awaited<ReturnType<typeof siteAnalyticsData>>

export default function SiteAnalyticsPage() {
  const data = usePageData<typeof siteAnalyticsData>()
  const { period, query, show } = data
  const picked = pickedRange(query, period)
  return (
    <div className="max-w-6xl py-8 sm:py-10">
      <AnalyticsHeader
        title="Site analytics"
        path={PATH}
        period={period}
        picked={picked}
        {...(show && { kept: { show } })}
      />
      {data.show === null ? <SiteFigures data={data} /> : <WholeList data={data} />}
    </div>
  )
}

/** Every value of one dimension, page by page. */
function WholeList({ data }: { data: Exclude<Data, { show: null }> }) {
  const { show, period, totals, figures, query } = data
  const picked = pickedRange(query, period)
  const pageHref = (more: Record<string, string> = {}) => rangeHref(PATH, picked, { show, ...more })
  return (
    <div className="mt-8">
      <p className="mb-3 text-sm">
        <TextLink to={rangeHref(PATH, picked)}>All figures of the site</TextLink>
      </p>
      <DimensionSection dimension={show} figures={figures} totals={totals} period={period} picked={picked} isWhole />
      <Pagination
        label={`More ${dimensionLooks[show].label.toLowerCase()}`}
        byTime={false}
        first={query['before'] ? pageHref() : null}
        next={figures.next && pageHref({ before: figures.next })}
      />
    </div>
  )
}

function SiteFigures({ data }: { data: Extract<Data, { show: null }> }) {
  const { period, totals, lists, funnel, cohorts, vitals, query } = data
  const picked = pickedRange(query, period)
  const shared = { totals, period, picked }
  return (
    <div className="mt-8 grid grid-cols-1 gap-12">
      {totals.views === 0 ? (
        <NoViews path={PATH} period={period} picked={picked} />
      ) : (
        <>
          <div className="grid grid-cols-1 gap-x-10 gap-y-10 xl:grid-cols-2">
            <DimensionSection dimension="path" figures={lists.paths} {...shared} />
            <DimensionSection dimension="page" figures={lists.pages} {...shared} />
            <DimensionSection dimension="referrer" figures={lists.referrers} {...shared} />
            <DimensionSection dimension="campaign" figures={lists.campaigns} {...shared} />
            <DimensionSection dimension="search" figures={lists.searches} {...shared} />
            <DimensionSection dimension="search-empty" figures={lists.emptySearches} {...shared} />
            <DimensionSection dimension="share" figures={lists.shares} {...shared} />
          </div>
          <Section
            id="funnel"
            title="From visit to member"
            about="Each step counts the visitors who took it. A visitor counts once a day, so that someone who comes back on another day counts again."
          >
            <Funnel label="From visit to member" steps={funnel.map(toStep)} />
          </Section>
        </>
      )}
      <Section
        id="cohorts"
        title="People who come back"
        about="Of the people who signed up in one week, the share who were signed in and active in each week after it. The last twelve weeks, whatever the period."
      >
        <CohortTable label="People who come back, by week of sign-up" cohorts={cohorts.map(toCohort)} />
      </Section>
      <Section
        id="vitals"
        title="Web vitals"
        about="Three of four page views had this value or a better one. Measured in the browsers of visitors, by kind of page."
      >
        <Vitals vitals={vitals} />
      </Section>
    </div>
  )
}

function Vitals({ vitals }: Pick<Extract<Data, { show: null }>, 'vitals'>) {
  if (vitals.length === 0)
    return (
      <p className="rounded-md bg-gray-50 px-4 py-8 text-center text-sm text-gray-600">
        No measurements in this period.
      </p>
    )
  return (
    <div className="grid grid-cols-1 gap-8">
      {vitals.map(({ page, samples, vitals: rated }) => (
        <section key={page} aria-labelledby={`vitals-${page}`} className="border-t border-gray-200 pt-4">
          <h3 id={`vitals-${page}`} className="font-medium">
            {pages[page]}
            <span className="font-normal text-gray-600">
              {' '}
              · {formatNumber(samples)} {samples === 1 ? 'page view' : 'page views'}
            </span>
          </h3>
          <div className="mt-3 grid grid-cols-2 gap-x-8 gap-y-6 sm:grid-cols-3 xl:grid-cols-5">
            {rated.map(({ name, p75 }) => (
              <VitalRating key={name} vital={name} p75={p75} />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

type SectionProps = { id: string; title: string; about: string; children: ReactNode }

function Section({ id, title, about, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="font-serif text-xl font-semibold">
        {title}
      </h2>
      <p className="mt-1 mb-5 max-w-reading text-sm text-gray-600">{about}</p>
      {children}
    </section>
  )
}

const stepNames: Record<FunnelStep['step'], string> = {
  visit: 'Visited the site',
  story: 'Opened a story',
  plans: 'Saw the plans',
  checkout: 'Started to pay',
  member: 'Became a member',
}

function toStep({ step, visitors }: FunnelStep) {
  return { name: stepNames[step], count: visitors }
}

/** Without the current week, which is not over. */
function toCohort({ week, people, active }: Cohort) {
  const weeks = active.length > 1 ? active.slice(0, -1) : active
  return { at: week, label: nameTime(week, 'week').short, size: people, shares: weeks.map((count) => count / people) }
}
