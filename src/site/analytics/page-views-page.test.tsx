import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aFigure, aPeriod } from '#test/figures.ts'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import type { Viewer } from '#contract/viewer.ts'
import type { pageViewsData } from './page-views-data.ts'
import PageViewsPage from './page-views-page.tsx'

type Data = Awaited<ReturnType<typeof pageViewsData>>

const figures: Data = {
  period: aPeriod(30),
  today: '2026-12-31',
  of: 'public',
  totals: { views: 10, visitors: 8, reads: 2 },
  pages: [aFigure('/story/hedge', 6, { name: 'The hedge', ref: 'hedge' }), aFigure('/odd', 1)],
  query: {},
}

const show = (data: Partial<Data> = {}, viewer: Viewer | null = null) =>
  renderPage(PageViewsPage, {
    api: fakeApi({}).api,
    path: '/analyticspagesview',
    data: { ...figures, ...data },
    viewer,
  })

const kinds = () => screen.queryByRole('navigation', { name: 'Pages' })
const kindNames = () =>
  within(kinds() ?? document.body)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('pages have a title, a link if they are known, and counts', async () => {
  await show()
  expect(screen.getByRole('link', { name: 'The hedge' }).getAttribute('href')).toBe('/story/hedge')
  expect(screen.getByRole('row', { name: /The hedge/ }).textContent).toBe('The hedge660 %6')
  expect(screen.queryByRole('link', { name: '/odd' })).toBeNull()
  screen.getByText('/odd')
})

test('visitors have no choice of pages, authors can see their own, admins all', async () => {
  await show()
  expect(kinds()).toBeNull()
  cleanup()
  await show({}, { ...aViewer, role: 'author' })
  expect(kindNames()).toEqual(['Top pages', 'Your stories'])
  cleanup()
  await show(
    { of: 'all', query: { of: 'all', range: '7d' }, period: aPeriod(7, { range: '7d' }) },
    { ...aViewer, role: 'admin' },
  )
  expect(kindNames()).toEqual(['Top pages', 'Your stories', 'All pages'])
  expect(screen.getByRole('link', { name: 'Top pages' }).getAttribute('href')).toBe(
    '/analyticspagesview?of=public&range=7d',
  )
  const period = within(screen.getByRole('navigation', { name: 'Period' })).getByRole('link', { name: 'Today' })
  expect(period.getAttribute('href')).toBe('/analyticspagesview?of=all&range=today')
})

test('a period without views says so, and offers no comparison', async () => {
  await show({ totals: { views: 0, visitors: 0, reads: 0 }, pages: [] })
  screen.getByText('No views in this period.')
  expect(screen.queryByText(/Compare/)).toBeNull()
})
