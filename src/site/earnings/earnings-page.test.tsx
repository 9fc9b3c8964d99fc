import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OwnMonth, StoryEarning } from '#contract/earnings/earnings.ts'
import { aViewer, fakeApi, renderPage } from '#test/render-page.tsx'
import { earningsData } from './earnings-data.ts'
import EarningsPage from './earnings-page.tsx'

type Data = Awaited<ReturnType<typeof earningsData>>

const figures = {
  month: '2026-10',
  currency: 'eur',
  net: 4000,
  carried: 0,
  revenue: 4000,
  sharePercent: 50,
  pool: 2000,
  reads: 8,
  roundUpFrom: null,
  closedAt: '2026-11-03T00:00:00.000Z',
}
const october: OwnMonth = { ...figures, ownReads: 2.5, amount: 625 }
const november: OwnMonth = { ...october, month: '2026-11', amount: 123, closedAt: null }
const story: StoryEarning = {
  ...figures,
  id: '1',
  title: 'نهر',
  slug: null,
  storyReads: 5,
  authors: 2,
  tieKey: '',
  amount: 625,
}
const full: Data = {
  test: false,
  sharePercent: 50,
  open: [november],
  readsThisMonth: 2.5,
  closed: [october],
  balances: [{ currency: 'eur', earned: 625, paid: 500, owed: 125 }],
  payouts: [{ id: 'p', amount: 500, currency: 'eur', reference: 'Transfer 17', paidOn: '2026-11-10' }],
  month: '2026-10',
  chosen: [{ ...october, stories: [story], hasMore: false }],
}
const none: Data = {
  ...full,
  open: [],
  closed: [],
  balances: [],
  payouts: [],
  month: null,
  chosen: [],
  readsThisMonth: 0,
}

const show = (data: Data) => renderPage(EarningsPage, { api: fakeApi({}).api, data, viewer: aViewer })

test('a month is explained in words and numbers, with the part of each story', async () => {
  await show(full)
  const computed = screen.getByRole('region', { name: 'How October 2026 was computed' })
  const steps = within(computed).getAllByRole('listitem')
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Members paid, without tax and refunds€40.00',
    'Creators share€40.00 × 50%€20.00',
    'Your part of all finished reads2.5 of 831.25%',
    'You earned€20.00 × 2.5 ÷ 8€6.25',
  ])
  const row = within(computed).getByRole('row', { name: /نهر/ })
  expect(row.textContent).toContain('1 of 2 authors: 2.5')
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/api/earnings/stories.csv?month=2026-10',
  )
})

test('each currency of a month has its stories, and says when there are more', async () => {
  const yen = { ...october, currency: 'jpy' }
  const earnings = { ...full, closed: [october, yen] }
  const { api } = fakeApi({
    'GET /api/earnings': () => earnings,
    'GET /api/earnings/stories': ({ query }) =>
      query?.['currency'] === 'jpy'
        ? { items: [{ ...story, currency: 'jpy', title: 'Rivers' }], next: 'more' }
        : { items: [story], next: null },
  })
  const data = await earningsData({ api, path: '/earnings', params: {}, query: { month: '2026-10' }, viewer: aViewer })
  expect(data.chosen).toMatchObject([
    { currency: 'eur', stories: [{ title: 'نهر' }], hasMore: false },
    { currency: 'jpy', stories: [{ title: 'Rivers' }], hasMore: true },
  ])
  await show(data)
  screen.getByText(/These are the stories that earned most/)
})

test('what is carried over from earlier months is a step of its own', async () => {
  const steps = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const chosen = (changed: Partial<OwnMonth>) => [{ ...october, ...changed, stories: [], hasMore: false }]
  await show({ ...full, chosen: chosen({ net: 3000, carried: 1000 }) })
  expect(steps().slice(0, 3)).toEqual([
    'Members paid, without tax and refunds€30.00',
    'Carried over from earlier monthsPayments recorded late€10.00',
    'Creators share€40.00 × 50%€20.00',
  ])
  cleanup()
  await show({ ...full, chosen: chosen({ net: 100, carried: -300, revenue: 0, pool: 0, amount: 0 }) })
  expect(steps()[1]).toBe('Carried over from earlier monthsRefunds not deducted yet-€3.00')
  screen.getByText('More was refunded than paid. The rest is deducted in the next months.')
})

test('the estimate, what is owed and the payouts are shown', async () => {
  await show(full)
  for (const [name, value] of [
    ['November 2026 so far', '€1.23'],
    ['Paid out', '€5.00'],
    ['Still owed', '€1.25'],
  ])
    expect(screen.getByText(name ?? '').nextElementSibling?.textContent).toBe(value)
  expect(screen.getByRole('link', { name: 'November 2026' }).getAttribute('href')).toBe('/earnings?month=2026-11')
  expect(within(screen.getByRole('table', { name: 'Payouts' })).getByText('Transfer 17')).toBeTruthy()
  expect(screen.queryByText('Test payments')).toBeNull()
})

test('without earnings it says how to earn, and with test payments that no money moves', async () => {
  await show({ ...none, test: true })
  expect(screen.getByText('No earnings yet')).toBeTruthy()
  expect(screen.getByText(/When a member finishes one of your stories/)).toBeTruthy()
  expect(screen.getByText(/No money moves/)).toBeTruthy()
  await show({ ...none, readsThisMonth: 3 })
  expect(screen.getByText(/Members finished your stories 3 times this month/)).toBeTruthy()
})
