import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Figure, LiveFigures, Overview, Point } from '#contract/analytics/analytics.ts'
import { Refusal } from '#contract/errors.ts'
import { dashboardData } from '#site/admin/dashboard-data.ts'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { adminAnalyticsData } from './admin-analytics-data.ts'
import AdminAnalyticsPage from './admin-analytics-page.tsx'
import { siteAnalyticsData } from './site-analytics-data.ts'
import SiteAnalyticsPage from './site-analytics-page.tsx'

type OverviewData = Awaited<ReturnType<typeof adminAnalyticsData>>
type SiteData = Awaited<ReturnType<typeof siteAnalyticsData>>

afterEach(() => vi.useRealTimers())

const dayOf = (nth: number) => new Date(Date.UTC(2026, 0, 1 + nth)).toISOString().slice(0, 10)
const pointsOf = (views: readonly number[]): Point[] =>
  views.map((count, nth) => ({
    at: dayOf(nth),
    views: count,
    visitors: Math.ceil(count / 2),
    reads: Math.floor(count / 4),
  }))

function overviewOf(views: readonly number[], more: Partial<Overview['period']> = {}): Overview {
  const series = pointsOf(views)
  const sum = (name: 'views' | 'visitors' | 'reads') => series.reduce((total, point) => total + point[name], 0)
  const totals = { views: sum('views'), visitors: sum('visitors'), reads: sum('reads') }
  return {
    period: {
      range: '30d',
      from: dayOf(0),
      to: dayOf(views.length - 1),
      step: 'day',
      before: { from: '2025-12-01', to: '2025-12-31' },
      countedUntil: '2026-01-31T12:00:00.000Z',
      ...more,
    },
    totals,
    totalsBefore: { views: totals.views * 2, visitors: totals.visitors, reads: 0 },
    series,
    seriesBefore: series,
    annotations: [],
  }
}

const aFigure = (value: string, more: Partial<Figure> = {}): Figure => ({
  value,
  name: value,
  ref: null,
  views: 10,
  visitors: 6,
  reads: 3,
  viewsBefore: 5,
  ...more,
})
const listOf = (...items: Figure[]) => ({ items, next: null as string | null })

const live: LiveFigures = { visitors: 2, pages: [{ path: '/story/hedge', title: 'نهر', visitors: 2 }] }
const overviewData = (overview: Overview, more: Partial<OverviewData> = {}): OverviewData => ({
  overview,
  live,
  measure: 'views',
  storyViews: { now: 40, before: 20 },
  stories: listOf(aFigure('s1', { name: 'The hedge', ref: 'hedge' }), aFigure('s2', { name: 'Deleted story' })),
  sources: listOf(aFigure('assistant')),
  devices: listOf(aFigure('phone')),
  languages: listOf(aFigure('', { name: 'Unknown' })),
  countries: listOf(aFigure('DE', { name: 'Germany' })),
  query: {},
  ...more,
})

const showOverview = (data: OverviewData, api = fakeApi({}).api) =>
  renderPage(AdminAnalyticsPage, { api, data, viewer: { ...aViewer, role: 'admin' } })
const tileOf = (name: string) =>
  within(screen.getByRole('region', { name: 'Totals' }))
    .getByText(name)
    .closest('div')
const hrefOf = (element: Element | null | undefined) => element?.getAttribute('href')

test('tiles show totals with their change, and choose the measure of the chart', async () => {
  await showOverview(overviewData(overviewOf([10, 20, 10]), { measure: 'reads', query: { measure: 'reads' } }))
  expect(tileOf('Views')?.textContent).toContain('Down 50 % from the previous period')
  expect(tileOf('Reads')?.textContent).toContain('New')
  expect(tileOf('Read ratio')?.textContent).toContain('22.5\u00a0%')
  const views = screen.getByRole('link', { name: 'Views' })
  expect([hrefOf(views), views.getAttribute('aria-current')]).toEqual(['/admin/analytics', null])
  const reads = screen.getByRole('link', { name: 'Reads' })
  expect([hrefOf(reads), reads.getAttribute('aria-current')]).toEqual(['/admin/analytics?measure=reads', 'true'])
  screen.getByRole('figure', { name: /Reads/ })
  // The period changes, the measure stays.
  expect(hrefOf(screen.getByRole('link', { name: '7 days' }))).toBe('/admin/analytics?measure=reads&range=7d')
})

test('without the comparison, nothing has a change', async () => {
  await showOverview(overviewData(overviewOf([10, 20, 10]), { query: { compare: 'no' } }))
  expect(screen.queryByText(/previous period/i)).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Change' })).toBeNull()
  expect(hrefOf(screen.getByRole('link', { name: 'Visitors' }))).toBe('/admin/analytics?measure=visitors&compare=no')
})

test('a story leads to its figures, unless it was deleted', async () => {
  await showOverview(overviewData(overviewOf([10])))
  const stories = within(screen.getByRole('table', { name: 'Stories' }))
  expect(hrefOf(stories.getByRole('link', { name: 'The hedge' }))).toBe('/admin/analytics/s1')
  expect(stories.queryByRole('link', { name: 'Deleted story' })).toBeNull()
  screen.getByText('AI assistants')
})

test('exports have the period of the screen', async () => {
  const overview = overviewOf([10], { range: 'custom', from: '2026-01-01', to: '2026-01-05' })
  await showOverview(overviewData(overview))
  const period = 'range=custom&from=2026-01-01&to=2026-01-05'
  expect(hrefOf(screen.getByRole('link', { name: 'Export CSV' }))).toBe(`/api/admin/analytics/days.csv?${period}`)
  expect(hrefOf(screen.getByRole('link', { name: 'Export CSV of sources' }))).toBe(
    `/api/admin/analytics/figures/source.csv?${period}`,
  )
})

test.each([
  ['one point', [7], '7'],
  ['a spike', [0, 0, 4000, 0, 0, 0, 1], '4K'],
  ['a year', Array.from({ length: 365 }, (_, nth) => nth % 50), '8.7K'],
])('%s is shown', async (_, views, total) => {
  await showOverview(overviewData(overviewOf(views)))
  expect(tileOf('Views')?.textContent).toContain(total)
  screen.getByRole('figure', { name: /Views/ })
})

test('a period without views says so, and leads to all time', async () => {
  const nothing = overviewData(overviewOf([0, 0]), { storyViews: { now: 0, before: 0 } })
  await showOverview(nothing)
  screen.getByText('No views in this period')
  expect(tileOf('Read ratio')?.textContent).toContain('No data yet')
  expect(hrefOf(screen.getByRole('link', { name: 'Show all time' }))).toBe('/admin/analytics?range=all')
  expect(screen.queryByRole('figure')).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a site without any view says so', async () => {
  const overview = { ...overviewOf([0], { range: 'all', before: null }), totalsBefore: null, seriesBefore: [] }
  await showOverview(overviewData(overview))
  screen.getByText('No views yet')
  expect(screen.queryByRole('link', { name: 'Show all time' })).toBeNull()
  expect(tileOf('Views')?.textContent).toBe('Views0')
})

test('without countries, a hint says what shows them', async () => {
  await showOverview(overviewData(overviewOf([10]), { countries: listOf() }))
  const countries = within(screen.getByRole('region', { name: 'Countries' }))
  countries.getByText('COUNTRY_DATABASE')
  expect(countries.queryByRole('link')).toBeNull()
})

test('visitors now are counted again while the tab is visible, and stay when that fails', async () => {
  vi.useFakeTimers()
  let answer: () => LiveFigures = () => ({ visitors: 1, pages: [] })
  const { api, asked } = fakeApi({ 'GET /api/admin/analytics/live': () => answer() })
  const wait = () => act(() => vi.advanceTimersByTimeAsync(15_000))
  await showOverview(overviewData(overviewOf([10])), api)
  const now = within(screen.getByRole('region', { name: 'Visitors now' }))
  now.getByText('visitors now')
  expect(hrefOf(now.getByText('نهر').closest('a'))).toBe('/story/hedge')
  await wait()
  now.getByText('visitor now')
  expect(now.queryByText('نهر')).toBeNull()

  answer = () => {
    throw new Refusal('unavailable')
  }
  await wait()
  now.getByText('visitor now')
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const count = asked('GET /api/admin/analytics/live').length
  await wait()
  expect(asked('GET /api/admin/analytics/live')).toHaveLength(count)
  visibility.mockRestore()
})

test('the address chooses the period and the measure, and an invalid one the defaults', async () => {
  const { api, calls } = fakeApi({
    'GET /api/admin/analytics': () => overviewOf([1]),
    'GET /api/admin/analytics/live': () => live,
    'GET /api/admin/analytics/figures/{dimension}': () => listOf(aFigure('story', { views: 8, viewsBefore: 3 })),
  })
  const load = (query: Record<string, string>) => adminAnalyticsData({ api, query, path: '', params: {}, viewer: null })
  const chosen = await load({ range: 'custom', from: '2026-01-01', to: '2026-01-05', measure: 'visitors' })
  expect(chosen).toMatchObject({ measure: 'visitors', storyViews: { now: 8, before: 3 } })
  expect(calls[0]?.input).toEqual({ query: { range: 'custom', from: '2026-01-01', to: '2026-01-05' } })
  calls.length = 0
  expect((await load({ range: 'toString', measure: 'berries' })).measure).toBe('views')
  expect(calls[0]?.input).toEqual({ query: { range: '30d' } })
})

test('the dashboard of an editor asks for no figures', async () => {
  const { api, calls } = fakeApi({ 'GET /api/admin/overview': () => ({}) })
  const data = await dashboardData({ api, query: {}, path: '', params: {}, viewer: { ...aViewer, role: 'editor' } })
  expect(data.analytics).toBeNull()
  expect(calls.map(({ key }) => key)).toEqual(['GET /api/admin/overview'])
})

const { period, totals } = overviewOf([10, 20])
const siteData: Extract<SiteData, { show: null }> = {
  show: null,
  period,
  totals,
  lists: {
    pages: listOf(aFigure('sign-in')),
    paths: { items: [aFigure('/latest')], next: 'more' },
    referrers: listOf(aFigure('spam.example')),
    campaigns: listOf(),
    searches: listOf(aFigure('=1+1')),
    emptySearches: listOf(aFigure('zebra')),
    shares: listOf(aFigure('copy')),
  },
  funnel: [
    { step: 'visit', visitors: 200 },
    { step: 'story', visitors: 100 },
    { step: 'plans', visitors: 20 },
    { step: 'checkout', visitors: 5 },
    { step: 'member', visitors: 1 },
  ],
  cohorts: [
    { week: '2026-01-05', people: 4, active: [4, 2, 1] },
    { week: '2026-01-19', people: 3, active: [3] },
  ],
  vitals: [
    {
      page: 'story',
      samples: 1200,
      vitals: [
        { name: 'LCP', p75: 2400 },
        { name: 'INP', p75: null },
        { name: 'CLS', p75: 0.3 },
      ],
    },
  ],
  query: {},
}
const showSite = (data: SiteData) =>
  renderPage(SiteAnalyticsPage, { api: fakeApi({}).api, data, viewer: { ...aViewer, role: 'admin' } })

test('the site’s figures have the names of their values, and other sites are not linked', async () => {
  await showSite(siteData)
  screen.getByText('Sign-in')
  screen.getByText('Copied link')
  expect(hrefOf(screen.getByRole('link', { name: '/latest' }))).toBe('/latest')
  expect(screen.getByText('spam.example').closest('a')).toBeNull()
  expect(hrefOf(screen.getByRole('link', { name: 'Show all pages' }))).toBe('/admin/analytics/site?show=path')
  expect(screen.queryByRole('link', { name: 'Show all referrers' })).toBeNull()
  expect(screen.getByRole('region', { name: 'Campaigns' }).textContent).toContain('No views from campaigns')
})

test('the funnel, people who come back and web vitals are shown', async () => {
  await showSite(siteData)
  const funnel = screen.getByRole('figure', { name: 'From visit to member' })
  expect(
    within(funnel)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('Visited the site200100 %'),
    expect.stringContaining('Opened a story10050 %'),
    expect.stringContaining('Saw the plans2010 %'),
    expect.stringContaining('Started to pay53 %'),
    expect.stringContaining('Became a member11 %'),
  ])
  const cohorts = within(screen.getByRole('table', { name: /^People who come back/ }))
  // The third week is not over.
  expect(cohorts.getByRole('row', { name: /5 Jan/ }).textContent).toBe('5 Jan4100 %50 %')
  expect(cohorts.getByRole('row', { name: /19 Jan/ }).textContent).toBe('19 Jan3100 %Not yet')
  const vitals = within(screen.getByRole('region', { name: /^Stories.+1,200 page views$/ }))
  vitals.getByText('Good')
  vitals.getByText('Poor')
  vitals.getByText('No data yet')
})

test('all values of a dimension are shown page by page', async () => {
  const figures = { items: [aFigure('/a'), aFigure('/b')], next: 'third' }
  await showSite({ show: 'path', period, totals, figures, query: { show: 'path', before: 'second' } })
  screen.getByRole('row', { name: /\/b/ })
  const pages = within(screen.getByRole('navigation', { name: 'More pages' }))
  expect(hrefOf(pages.getByRole('link', { name: 'More' }))).toBe('/admin/analytics/site?show=path&before=third')
  expect(hrefOf(pages.getByRole('link', { name: 'Back to the start' }))).toBe('/admin/analytics/site?show=path')
  // Another period starts at its first page.
  expect(hrefOf(screen.getByRole('link', { name: 'Today' }))).toBe('/admin/analytics/site?show=path&range=today')
  expect(screen.queryByRole('link', { name: /^Show all/ })).toBeNull()
})

test('a new site says what is missing', async () => {
  await showSite({ ...siteData, ...overviewOf([0]), cohorts: [], vitals: [] })
  screen.getByText('No views in this period')
  screen.getByText('No data yet')
  screen.getByText('No measurements in this period.')
  expect(screen.queryByRole('table')).toBeNull()
})

test('the address chooses a dimension and its page', async () => {
  const { api, calls } = fakeApi({
    'GET /api/admin/analytics': () => overviewOf([1]),
    'GET /api/admin/analytics/figures/{dimension}': () => listOf(),
    'GET /api/admin/analytics/funnel': () => [],
    'GET /api/admin/analytics/cohorts': () => [],
    'GET /api/admin/analytics/vitals': () => [
      { page: 'story', name: 'CLS', p75: 0.05, samples: 7 },
      { page: 'home', name: 'LCP', p75: 900, samples: 9 },
    ],
  })
  const load = (query: Record<string, string>) => siteAnalyticsData({ api, query, path: '', params: {}, viewer: null })
  expect((await load({ show: 'search', before: 'next', range: 'all' })).show).toBe('search')
  expect(calls.map(({ input }) => input)).toContainEqual({
    params: { dimension: 'search' },
    query: { range: 'all', limit: 50, before: 'next' },
  })
  const all = await load({ show: 'moon' })
  expect(all.show === null && all.vitals.map(({ page, samples }) => [page, samples])).toEqual([
    ['home', 9],
    ['story', 7],
  ])
})
