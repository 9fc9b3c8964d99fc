import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BarList } from './bar-list.tsx'
import { Change, changeOf } from './change.tsx'
import { Figure, Figures } from './figure.tsx'
import { formatChange, formatCompact, formatDuration, formatWholeShare } from './format-figures.ts'
import { Sparkline } from './sparkline.tsx'
import { VitalRating, rateVital } from './vital-rating.tsx'

test('numbers are written for the place they are in', () => {
  expect([950, 12_431, 1_240_551].map(formatCompact)).toEqual(['950', '12.4K', '1.2M'])
  expect([0, 59, 60, 204, 3600, 9000].map(formatDuration)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '3 min 24 s',
    '1 h',
    '2 h 30 min',
  ])
  expect([0, 0.001, 0.124, 0.999, 1].map(formatWholeShare)).toEqual(['0 %', '< 1 %', '12 %', '> 99 %', '100 %'])
  expect([0.12, -0.043, 0, 0.0001, 13.4].map(formatChange)).toEqual(['+12 %', '−4.3 %', '0 %', '0 %', '+1,340 %'])
})

test('a value that started from nothing has no percentage', () => {
  expect(changeOf(112, 100)).toBeCloseTo(0.12)
  expect(changeOf(5, 0)).toBeNull()
  expect(changeOf(5, null)).toBeNull()
  expect(changeOf(0, 0)).toBe(0)
})

test.each([
  [0.12, '+12 %Up 12 % from last month'],
  [-0.5, '−50 %Down 50 % from last month'],
  [0, '0 %The same as last month'],
  [null, 'New: no data for last month'],
])('a change of %s is said in words', (change, text) => {
  const { container } = render(<Change change={change} than="last month" />)
  expect(container.textContent).toBe(text)
})

test('a tile shortens its number and gives screen readers all digits', () => {
  render(
    <Figures label="Figures">
      <Figure label="Views" value={12_431} before={11_100} />
    </Figures>,
  )
  screen.getByText('Views', { selector: 'dt' })
  const exact = screen.getByText('12,431')
  expect(exact.className).toBe('sr-only')
  expect(screen.getByText('12.4K').getAttribute('aria-hidden')).toBe('true')
  screen.getByText('Up 12 % from the previous period')
})

test('a tile without data says so', () => {
  const { container } = render(
    <dl>
      <Figure label="Revenue per reader" value={null} before={null} />
    </dl>,
  )
  expect(container.textContent).toBe('Revenue per readerNo data yet')
})

test('a sparkline has a text alternative and draws nothing without values', () => {
  const { container, rerender } = render(<Sparkline values={[3]} label="3 views" />)
  screen.getByText('3 views')
  expect(container.querySelector('svg')?.outerHTML).not.toMatch(/NaN|Infinity/)
  rerender(<Sparkline values={[]} label="No views" />)
  expect(container.querySelector('svg')).toBeNull()
})

const rows = [
  { key: 'a', name: 'Direct', value: 30, second: 40, change: 0.5 },
  { key: 'b', name: 'example.org', to: 'https://example.org', value: 10, second: null, change: null },
]

test('a ranking is a table whose rows are named, with shares of the sum', () => {
  render(
    <BarList label="Sources" nameHeader="Source" valueHeader="Visitors" second={{ header: 'Views' }} rows={rows} />,
  )
  const table = screen.getByRole('table', { name: 'Sources' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Source', 'Visitors', 'Share', 'Views', 'Change'])
  const direct = within(table).getByRole('row', { name: /Direct/ })
  expect(
    within(direct)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['30', '75 %', '40', '+50 %Up 50 % from the previous period'])
  expect(screen.getByRole('link', { name: 'example.org' }).getAttribute('href')).toBe('https://example.org')
})

test('a ranking of values that cannot be added up has no shares', () => {
  render(
    <BarList
      label="Reading time"
      nameHeader="Story"
      valueHeader="Minutes"
      rows={[{ key: 'a', name: 'Rain', value: 3 }]}
      total={null}
    />,
  )
  expect(screen.queryByRole('columnheader', { name: 'Share' })).toBeNull()
})

test('an empty ranking says so, and keeps its links', () => {
  render(
    <BarList
      label="Terms"
      nameHeader="Term"
      valueHeader="Searches"
      rows={[]}
      empty="No searches."
      action={<a href="/all">All</a>}
    />,
  )
  screen.getByText('No searches.')
  screen.getByRole('link', { name: 'All' })
  expect(screen.queryByRole('table')).toBeNull()
})

test('vitals are rated by their thresholds, which belong to the better rating', () => {
  expect([2500, 2501, 4000, 4001].map((value) => rateVital('LCP', value))).toEqual(['good', 'fair', 'fair', 'poor'])
  expect([0.1, 0.25, 0.26].map((value) => rateVital('CLS', value))).toEqual(['good', 'fair', 'poor'])
})

test('a rating is said in words, with a value that differs from the threshold', () => {
  const { container } = render(<VitalRating vital="LCP" p75={2540} counts={{ good: 1, fair: 2, poor: 1 }} />)
  const words = [...container.querySelectorAll('p')].map((line) => line.textContent)
  expect(words.slice(2)).toEqual(['2.54 s', 'Needs improvement', 'Good in 25 % of 4 page views'])
})

test('a vital without measurements has no rating', () => {
  render(<VitalRating vital="INP" p75={null} />)
  screen.getByText('No data yet')
  expect(screen.queryByText('Good')).toBeNull()
})
