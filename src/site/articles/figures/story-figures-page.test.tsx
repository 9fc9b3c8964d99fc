import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aFigure, anOverview, someStoryFigures } from '#test/figures.ts'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import StoryFiguresPage from './story-figures-page.tsx'
import type { storyFiguresData } from './story-figures-data.ts'

type Data = Awaited<ReturnType<typeof storyFiguresData>>
const PATH = '/articles/analytics/Story000000000000000'

const show = (figures: Omit<Data, 'query'>, query: Data['query'] = {}, path = PATH) =>
  renderPage(StoryFiguresPage, { api: fakeApi({}).api, path, data: { ...figures, query }, viewer: aViewer })

const totals = () => within(screen.getByRole('region', { name: 'Totals' }))
const tile = (name: string) => totals().getByRole('link', { name })
const valuesOf = (name: string) => tile(name).closest('div')?.textContent

test('a story without views has zeros and says so where there is nothing to show', async () => {
  await show(someStoryFigures([0, 0, 0]))
  expect(valuesOf('Views')).toMatch(/^Views0/)
  expect(valuesOf('Read ratio')).toBe('Read ratioNo data yet')
  screen.getByText('No readers in this period.')
  screen.getByText('long')
  expect(screen.queryByRole('heading', { name: 'Sources' })).toBeNull()
})

test('one point is drawn', async () => {
  await show(someStoryFigures([1]))
  expect(valuesOf('Views')).toMatch(/^Views1/)
  const chart = screen.getByRole('figure', { name: 'Views' })
  expect(chart.innerHTML).not.toMatch(/NaN|Infinity/)
})

test('a spike is named with all its digits', async () => {
  await show(someStoryFigures([3, 14_212, 3]), { compare: 'no' })
  expect(valuesOf('Views')).toContain('14,218')
  const table = screen.getByRole('table', { name: 'Views', hidden: true })
  within(table).getByRole('cell', { name: '14,212', hidden: true })
})

test('a year by week keeps its measure in the links of the periods, and its period in those of the measures', async () => {
  const weeks = Array.from({ length: 53 }, (_, week) => 100 + week)
  const figures = someStoryFigures(weeks)
  const period = { ...figures.period, range: '12m' as const, step: 'week' as const }
  await show({ ...figures, period }, { range: '12m', measure: 'ratio' })
  screen.getByRole('figure', { name: 'Read ratio' })
  expect(tile('Read ratio').getAttribute('aria-current')).toBe('true')
  expect(tile('Reads').getAttribute('href')).toBe(`${PATH}?measure=reads&range=12m`)
  const periods = within(screen.getByRole('navigation', { name: 'Period' }))
  expect(periods.getByRole('link', { name: '7 days' }).getAttribute('href')).toBe(`${PATH}?measure=ratio&range=7d`)
  expect(periods.getByRole('link', { name: '12 months' }).getAttribute('aria-current')).toBe('true')
})

test('the comparison can be turned off in the address', async () => {
  const sources = [aFigure('search', 4, { viewsBefore: 2 })]
  await show(someStoryFigures([4], { sources }))
  expect(screen.getByRole('row', { name: /Search engines/ }).textContent).toContain('+100 %')
  expect(screen.getByRole('figure', { name: 'Views' }).textContent).toContain('Previous period')
  cleanup()
  await show(someStoryFigures([4], { sources }), { compare: 'no' })
  expect(screen.getByRole('row', { name: /Search engines/ }).textContent).not.toContain('%+')
  expect(valuesOf('Views')).toBe('Views4')
  expect(screen.getByRole('figure', { name: 'Views' }).textContent).not.toContain('Previous period')
})

test('readers are listed by source, site, device and language; by country only where the site knows countries', async () => {
  const lists = {
    sources: [aFigure('direct', 3, { reads: 1 })],
    referrers: [aFigure('example.org', 1)],
    devices: [aFigure('phone', 2)],
    languages: [aFigure('de', 4, { name: 'German' })],
  }
  await show(someStoryFigures([4], lists))
  expect(screen.getByRole('row', { name: /Direct/ }).textContent).toBe('Direct375 %1')
  for (const name of ['example.org', 'Phone', 'German']) screen.getByRole('row', { name: new RegExp(name) })
  expect(screen.queryByRole('heading', { name: 'Countries' })).toBeNull()
  cleanup()
  await show(someStoryFigures([4], { ...lists, countries: [aFigure('CH', 4, { name: 'Switzerland' })] }))
  screen.getByRole('row', { name: /Switzerland/ })
})

test('earnings are shown to authors only, in each currency', async () => {
  await show(someStoryFigures([4]))
  expect(screen.queryByText('Earnings')).toBeNull()
  cleanup()
  const earnings = [
    { currency: 'eur', amount: 625 },
    { currency: 'jpy', amount: 625 },
  ]
  await show(someStoryFigures([4], { earnings }))
  screen.getByText('€6.25')
  screen.getByText('¥625')
})

test('a story that was never published has no figures yet', async () => {
  const figures = someStoryFigures([0])
  await show({ ...figures, story: { ...figures.story, title: ' ', ref: null, publishedAt: null } })
  screen.getByRole('heading', { level: 1, name: 'Untitled' })
  screen.getByText('No figures yet')
  expect(screen.getByRole('link', { name: 'Continue writing' }).getAttribute('href')).toContain('id=Story')
  expect(screen.queryByRole('navigation', { name: 'Period' })).toBeNull()
})

test('in the admin area the links stay there', async () => {
  await show({ ...someStoryFigures([4]), ...anOverview([4]) }, {}, '/admin/analytics/the-hedge')
  expect(tile('Reads').getAttribute('href')).toBe('/admin/analytics/the-hedge?measure=reads')
  expect(screen.getByRole('link', { name: 'Analytics' }).getAttribute('href')).toBe('/admin/analytics')
})
