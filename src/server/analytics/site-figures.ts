import type { Received } from '#contract/endpoints.ts'
import {
  type Cohort,
  type DayFigures,
  type Dimension,
  type Figure,
  type FunnelStep,
  type LiveFigures,
  type Overview,
  type Period,
  type RangeQuery,
  type VitalFigure,
  pageKinds,
} from '#contract/analytics/analytics.ts'
import { vitalNames } from '#contract/analytics/events.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { addDays, dayOf } from '#server/platform/days.ts'
import { listAnnotations } from './annotations.ts'
import { getPeriod } from './period.ts'
import { fillSeries, presentFigures, sumTotals } from './present.ts'
import { LIVE_MS } from './process-batches.ts'
import {
  type Scope,
  cohortActivity,
  cohortSizes,
  countLive,
  livePages,
  seriesOf,
  totalsOf,
  valuesOf,
  viewsOf,
  vitalBuckets,
} from './queries.ts'

type Needs = Pick<Ctx, 'db' | 'now'>
const LIVE_PAGES = 10
const COHORT_WEEKS = 12
const SITE: Scope = { kind: 'site' }
const steps = ['visit', 'story', 'plans', 'checkout', 'member'] as const

export async function getSiteOverview(ctx: Needs, query: RangeQuery): Promise<Overview> {
  return getOverview(ctx, SITE, await getPeriod(ctx, query))
}

/** The totals and the series of the site or of stories, beside the period before. */
export async function getOverview({ db }: Needs, scope: Scope, period: Period): Promise<Overview> {
  const before = period.before && { ...period.before, step: period.step }
  const [now, then, annotations] = await Promise.all([
    figuresOfSteps(db, scope, period),
    before && figuresOfSteps(db, scope, before),
    listAnnotations(db, scope, period),
  ])
  return {
    period,
    totals: now.totals,
    totalsBefore: then?.totals ?? null,
    series: now.series,
    seriesBefore: then?.series ?? [],
    annotations,
  }
}

async function figuresOfSteps(db: Db, scope: Scope, period: Pick<Period, 'from' | 'to' | 'step'>) {
  const found = await seriesOf(db, scope, period)
  // A visitor counts in each hour, but once a day.
  const totals = period.step === 'hour' ? await totalsOf(db, scope, period) : sumTotals([...found.values()])
  return { totals, series: fillSeries(found, period) }
}

export async function listSiteDays(ctx: Needs, query: RangeQuery): Promise<DayFigures[]> {
  return listDays(ctx, SITE, query)
}

/** Every day of a period, however long it is. */
export async function listDays(ctx: Needs, scope: Scope, query: RangeQuery): Promise<DayFigures[]> {
  const { from, to } = await getPeriod(ctx, query)
  const days = { from, to, step: 'day' as const }
  return fillSeries(await seriesOf(ctx.db, scope, days), days).map(({ at, ...totals }) => ({ day: at, ...totals }))
}

type FiguresQuery = Received<'GET /api/admin/analytics/figures/{dimension}'>['query']

export async function listFigures(ctx: Needs, dimension: Dimension, query: FiguresQuery): Promise<PageOf<Figure>> {
  const period = await getPeriod(ctx, query)
  return figuresOf(ctx, '', period, { dimension, limit: query.limit, before: query.before })
}

/** Of the site (an empty `article`) or of a story. */
export async function figuresOf(
  { db }: Needs,
  article: string,
  period: Period,
  query: { dimension: Dimension; limit: number; before?: string | undefined },
): Promise<PageOf<Figure>> {
  const { shown, next } = await valuesOf(db, article, period, query)
  const values = shown.map(({ value }) => value)
  const before = period.before && (await viewsOf(db, article, period.before, query.dimension, values))
  return { items: await presentFigures(db, query.dimension, shown, before), next }
}

export async function getLiveFigures({ db, now }: Needs): Promise<LiveFigures> {
  const since = new Date(now().getTime() - LIVE_MS)
  const [visitors, pages] = await Promise.all([countLive(db, since), livePages(db, since, LIVE_PAGES)])
  return { visitors, pages }
}

/** Visitors who took each step. Nobody is followed from day to day, so each step counts visitors by the day. */
export async function getFunnel(ctx: Needs, query: RangeQuery): Promise<FunnelStep[]> {
  const period = await getPeriod(ctx, query)
  const [totals, { shown }] = await Promise.all([
    totalsOf(ctx.db, SITE, period),
    valuesOf(ctx.db, '', period, { dimension: 'step', limit: 20 }),
  ])
  const counted = new Map(shown.map(({ value, visitors }) => [value, visitors]))
  return steps.map((step) => ({ step, visitors: step === 'visit' ? totals.visitors : (counted.get(step) ?? 0) }))
}

/** The last weeks of sign-ups. The first number of `active` is everyone: they were here when they signed up. */
export async function listCohorts({ db, now }: Needs): Promise<Cohort[]> {
  const thisWeek = startOfWeek(dayOf(now()))
  const since = addDays(thisWeek, -7 * (COHORT_WEEKS - 1))
  const [sizes, activity] = await Promise.all([cohortSizes(db, since), cohortActivity(db, since)])
  const active = new Map(activity.map(({ week, later, people }) => [`${week} ${later}`, people]))
  return sizes.map(({ week, people }) => {
    const weeks = Math.round((Date.parse(thisWeek) - Date.parse(week)) / Date.parse('1970-01-08'))
    const later = Array.from({ length: weeks }, (_, index) => active.get(`${week} ${index + 1}`) ?? 0)
    return { week, people, active: [people, ...later] }
  })
}

function startOfWeek(day: string) {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}

export async function listVitals(ctx: Needs, query: RangeQuery): Promise<VitalFigure[]> {
  const rows = await vitalBuckets(ctx.db, await getPeriod(ctx, query))
  return rows.flatMap(({ page, name, p75, samples }) => {
    const kind = pageKinds.find((one) => one === page)
    const vital = vitalNames.find((one) => one === name)
    return kind && vital ? [{ page: kind, name: vital, p75, samples }] : []
  })
}
