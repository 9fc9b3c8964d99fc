import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { BarChart } from './bar-chart.tsx'
import { labelledPoints, ticksOf } from './chart-scale.ts'
import { LineChart } from './line-chart.tsx'

const points = ['January', 'February', 'March'].map((label, index) => ({
  at: `2026-0${index + 1}`,
  label: `${label} 2026`,
  short: label.slice(0, 3),
  value: index * 100,
}))
const tooltipOf = (plot: HTMLElement) => plot.parentElement?.textContent
const format = (value: number) => `$${value}`

test('ticks are round, start at 0 and reach the largest value', () => {
  expect(ticksOf([0, 0])).toEqual([0])
  expect(ticksOf([])).toEqual([0])
  expect(ticksOf([1])).toEqual([0, 1])
  expect(ticksOf([3])).toEqual([0, 1, 2, 3])
  expect(ticksOf([87, 12])).toEqual([0, 50, 100])
  expect(ticksOf([400_000])).toEqual([0, 100_000, 200_000, 300_000, 400_000])
  expect(ticksOf([0.3])).toEqual([0, 0.1, 0.2, 0.3])
})

test('ticks start below 0 when a value does, and include 0', () => {
  expect(ticksOf([-3, 5])).toEqual([-5, 0, 5, 10])
  expect(ticksOf([-40])).toEqual([-40, -30, -20, -10, 0])
  expect(ticksOf([-2500, 90_000])).toEqual([-50_000, 0, 50_000, 100_000])
})

test('any largest value has two to six ticks', () => {
  for (let value = 1; value < 5000; value += 7) {
    const ticks = ticksOf([value])
    expect(ticks.length, String(value)).toBeGreaterThanOrEqual(2)
    expect(ticks.length, String(value)).toBeLessThanOrEqual(6)
    expect(ticks.at(-1), String(value)).toBeGreaterThanOrEqual(value)
  }
})

test('the labels of many points are thinned out, and the last one stays', () => {
  expect([...labelledPoints(365, 4)]).toHaveLength(4)
  expect(labelledPoints(365, 4).has(364)).toBe(true)
  expect([...labelledPoints(3, 12)]).toEqual([0, 1, 2])
})

test('a chart has the values of its points as a table', () => {
  render(<LineChart label="Revenue" points={points} format={format} />)
  const table = screen.getByRole('table', { name: 'Revenue', hidden: true })
  const rows = within(table).getAllByRole('row', { hidden: true })
  expect(rows.map((row) => row.textContent)).toEqual([
    'TimeRevenue',
    'January 2026$0',
    'February 2026$100',
    'March 2026$200',
  ])
})

test('the arrow keys step through the points and stop at the ends', async () => {
  render(<LineChart label="Revenue" points={points} format={format} />)
  const plot = screen.getByRole('slider', { name: 'Revenue' })
  const said = () => plot.getAttribute('aria-valuetext')
  await userEvent.tab()
  expect(document.activeElement).toBe(plot)
  expect(said()).toBe('March 2026: $200')
  await userEvent.keyboard('{ArrowLeft}')
  expect(said()).toBe('February 2026: $100')
  expect(tooltipOf(plot)).toBe('February 2026$100')
  await userEvent.keyboard('{Home}{ArrowLeft}')
  expect(said()).toBe('January 2026: $0')
  await userEvent.keyboard('{Escape}')
  expect(tooltipOf(plot)).toBe('')
})

test('the tooltip follows the pointer and goes with it', () => {
  render(<BarChart label="Revenue" points={points} format={format} />)
  const plot = screen.getByRole('slider')
  plot.getBoundingClientRect = () => new DOMRect(100, 0, 300, 100)
  fireEvent.pointerMove(plot, { clientX: 250 })
  expect(tooltipOf(plot)).toBe('February 2026$100')
  fireEvent.pointerMove(plot, { clientX: 399 })
  expect(tooltipOf(plot)).toBe('March 2026$200')
  fireEvent.pointerLeave(plot)
  expect(tooltipOf(plot)).toBe('')
})

test('two series have a legend, and each point gives both values', () => {
  const left = points.map((point) => ({ ...point, value: 7 }))
  const series = [
    { name: 'Joined', points },
    { name: 'Left', points: left },
  ]
  const { container } = render(<BarChart label="Members" series={series} format={String} />)
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Joined', 'Left'])
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('March 2026: Joined 200, Left 7')
  const heights = [...container.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')))
  expect(heights.slice(0, 3)).toEqual([0, 50, 100])
})

test('bars of negative values go down from 0', () => {
  const some = [-50, 0, 100].map((value, index) => ({ at: String(index), label: `Month ${index}`, value }))
  const { container } = render(<BarChart label="Revenue" points={some} format={format} />)
  const bars = [...container.querySelectorAll('rect')].map((bar) =>
    ['y', 'height'].map((name) => bar.getAttribute(name)),
  )
  const [below, none, above] = bars.map((bar) => bar.map((text) => Math.round(Number(text))))
  expect(below).toEqual([67, 33])
  expect(none).toEqual([67, 0])
  expect(above).toEqual([0, 67])
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('Month 2: $100')
})

test('a chart without points says so', () => {
  render(<LineChart label="Revenue" points={[]} format={format} />)
  within(screen.getByRole('figure', { name: 'Revenue' })).getByText('No data yet')
  expect(screen.queryByRole('slider')).toBeNull()
})

test.each([LineChart, BarChart])('one point and points that are all 0 are drawn inside the chart', (Chart) => {
  for (const values of [[5], [0, 0]]) {
    const some = values.map((value, index) => ({ at: String(index), label: `Day ${index}`, value }))
    const { container, unmount } = render(<Chart label="Reads" points={some} format={String} />)
    expect(container.querySelector('svg')?.outerHTML).not.toMatch(/NaN|Infinity/)
    expect(container.querySelectorAll('rect, [d$="h0"]')).toHaveLength(values.length)
    unmount()
  }
})
