import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Annotation } from './annotations.ts'
import { TimeChart } from './time-chart.tsx'
import { nameTime } from './time-labels.ts'

function days(first: string, values: readonly number[]) {
  return values.map((value, index) => {
    const at = new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10)
    return { at, value, ...nameTime(at, 'day') }
  })
}

const march = days('2026-03-01', [10, 20, 30])
const annotations: Annotation[] = [
  { at: '2026-03-02', kind: 'published', title: 'Rain', to: '/story/rain' },
  { at: '2026-03-02', kind: 'published', title: 'Snow' },
  { at: '2026-03-02', kind: 'mailed', title: 'Rain' },
  { at: '2026-03-03', kind: 'featured', title: 'ساعة السياج' },
  { at: '2025-01-01', kind: 'featured', title: 'Outside the chart' },
]
const said = () => screen.getByRole('slider').getAttribute('aria-valuetext')
const mainLine = (container: HTMLElement) =>
  [...container.querySelectorAll('svg path.stroke-primary-700')].map((path) => path.getAttribute('d') ?? '')

test('each point names the value and the date of the period before', async () => {
  render(<TimeChart label="Views" points={march} previous={days('2026-02-26', [1, 2, 3])} format={String} />)
  expect(said()).toBe('Tue, 3 Mar 2026: Views 30, Previous period, Sat, 28 Feb 2026 3')
  await userEvent.tab()
  expect(screen.getByRole('slider').parentElement?.textContent).toBe('Tue, 3 Mar 2026Views 30Sat, 28 Feb 2026 3')
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
  expect(rows[0]?.textContent).toBe('TimeViewsPrevious period: timePrevious period')
  expect(rows[1]?.textContent).toBe('Sun, 1 Mar 202610Thu, 26 Feb 20261')
})

test('a period before of another length is aligned from its start', () => {
  render(<TimeChart label="Views" points={march} previous={days('2026-02-27', [7])} format={String} />)
  expect(said()).toBe('Tue, 3 Mar 2026: Views 30, Previous period no data')
})

test('a period before that is longer neither moves the line nor stretches the scale', () => {
  const { container } = render(<TimeChart label="Views" points={march} format={String} />)
  const alone = mainLine(container)
  const longer = days('2026-02-01', [5, 5, 5, 90_000])
  const compared = render(<TimeChart label="Views" points={march} previous={longer} format={String} />)
  expect(mainLine(compared.container)).toEqual(alone)
})

test('events are named by their point, with those of one kind grouped', async () => {
  render(<TimeChart label="Views" points={march} annotations={annotations} format={String} />)
  expect(said()).toBe('Tue, 3 Mar 2026: 30. Featured: ساعة السياج')
  await userEvent.tab()
  await userEvent.keyboard('{ArrowLeft}')
  expect(said()).toBe('Mon, 2 Mar 2026: 20. 2 stories published. Sent to followers: Rain')
  expect(screen.getByRole('slider').parentElement?.textContent).toContain('2 stories published')
})

test('events inside the period are listed with links', () => {
  render(<TimeChart label="Views" points={march} annotations={annotations} format={String} />)
  screen.getByText('Show 4 events')
  const [list] = screen.getAllByRole('list', { hidden: true })
  expect(list?.textContent).toBe(
    'Mon, 2 Mar 20262 stories published: Rain, SnowSent to followers: RainTue, 3 Mar 2026Featured: ساعة السياج',
  )
  expect(screen.getByRole('link', { name: 'Rain', hidden: true }).getAttribute('href')).toBe('/story/rain')
})

test('beside a spike, a small value still differs from none', () => {
  const { container } = render(<TimeChart label="Views" points={days('2026-03-01', [0, 3, 90_000])} format={String} />)
  const [, small, spike] =
    /^M[\d.]+,([\d.]+)L[\d.]+,([\d.]+)L[\d.]+,([\d.]+)$/.exec(mainLine(container)[0] ?? '')?.slice(1) ?? []
  expect(Number(small)).toBeLessThan(99)
  expect(Number(spike)).toBeLessThan(20)
})

test('a year has a line for the average of a week, and every day by keyboard', async () => {
  const year = days(
    '2025-03-01',
    Array.from({ length: 365 }, (_, index) => (index % 7 === 0 ? 700 : 0)),
  )
  const { container } = render(<TimeChart label="Views" points={year} format={String} />)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Views', '7-day average'])
  const heights = (mainLine(container)[0] ?? '').split('L').map((point) => Number(point.split(',')[1]))
  expect(new Set(heights.slice(3, -3).map(Math.round))).toHaveProperty('size', 1)
  await userEvent.tab()
  await userEvent.keyboard('{Home}')
  expect(said()).toBe('Sat, 1 Mar 2025: 700')
})

test('hours have the time as their label', () => {
  expect(nameTime('2026-03-04T13:00', 'hour')).toEqual({ label: 'Wed, 4 Mar, 13:00', short: '13:00' })
  expect(nameTime('2026-03-02', 'week')).toEqual({ label: 'Week of 2 Mar 2026', short: '2 Mar' })
  expect(nameTime('2026-03', 'month')).toEqual({ label: 'March 2026', short: 'Mar' })
})
