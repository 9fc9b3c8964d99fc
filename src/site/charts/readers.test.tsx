import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CohortTable } from './cohort-table.tsx'
import { Funnel } from './funnel.tsx'
import { type RangeQuery, RangePicker } from './range-picker.tsx'
import { RetentionCurve } from './retention-curve.tsx'

test('each step of a funnel has its share of the first and of the one before', () => {
  const steps = [
    { name: 'Saw the plans', count: 200 },
    { name: 'Started checkout', count: 50 },
    { name: 'Became a member', count: 10 },
  ]
  render(<Funnel label="Membership" steps={steps} />)
  const items = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(items[2]).toBe('Became a member105 % of the first step20 % of the step before')
  const table = screen.getByRole('table', { name: 'Membership', hidden: true })
  expect(within(table).getAllByRole('row', { hidden: true })[1]?.textContent).toBe('Saw the plans200100 %–')
})

test('a funnel whose steps are empty or grow is drawn inside its box', () => {
  const steps = [5, 0, 9].map((count, index) => ({ name: `Step ${index}`, count }))
  const { container } = render(<Funnel label="Membership" steps={steps} />)
  expect(container.innerHTML).not.toMatch(/NaN|Infinity/)
  const places = [...container.querySelectorAll('svg path')].flatMap(
    (path) => path.getAttribute('d')?.match(/-?[\d.]+/g) ?? [],
  )
  for (const place of places.map(Number)) expect(place).toBeGreaterThanOrEqual(0)
  for (const place of places.map(Number)) expect(place).toBeLessThanOrEqual(100)
})

test('a funnel that was not entered says so', () => {
  render(<Funnel label="Membership" steps={[{ name: 'Saw the plans', count: 0 }]} />)
  expect(screen.getByRole('figure', { name: 'Membership' }).textContent).toBe('No data yet')
})

test('a cohort shows its size and the share of each week, and can be scrolled by keyboard', () => {
  const cohorts = [
    { at: '2026-03-02', label: '2 Mar', size: 1200, shares: [1, 0.4, 0] },
    { at: '2026-03-09', label: '9 Mar', size: 3, shares: [1, null, null] },
  ]
  render(<CohortTable label="Readers who came back" cohorts={cohorts} />)
  const first = screen.getByRole('row', { name: /^2 Mar/ })
  expect(
    within(first)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['1,200', '100 %', '40 %', '0 %'])
  const second = screen.getByRole('row', { name: /^9 Mar/ })
  expect(within(second).getAllByRole('cell').at(-1)?.textContent).toBe('Not yet')
  expect(screen.getByRole('region', { name: 'Readers who came back' }).tabIndex).toBe(0)
})

const shares = Array.from({ length: 21 }, (_, part) => 1 - part * 0.04)

function renderCurve(views = 200) {
  return render(
    <RetentionCurve label="Readers by depth" shares={shares} views={views}>
      <p>The text</p>
    </RetentionCurve>,
  )
}

test('the arrow keys walk down the text, and each point names its readers', async () => {
  renderCurve()
  const curve = screen.getByRole('slider', { name: 'Readers by depth' })
  const said = () => curve.getAttribute('aria-valuetext')
  await userEvent.tab()
  expect(said()).toBe('100 % reached the start: 200 of 200 readers')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(said()).toBe('92 % reached 10 %: 184 of 200 readers')
  await userEvent.keyboard('{End}{ArrowDown}')
  expect(said()).toBe('20 % reached the end: 40 of 200 readers')
})

test('the pointer chooses the depth by its height', () => {
  renderCurve()
  const curve = screen.getByRole('slider')
  curve.getBoundingClientRect = () => new DOMRect(0, 100, 50, 1000)
  fireEvent.pointerMove(curve, { clientY: 600 })
  screen.getByText('60 % reached 50 %: 120 of 200 readers')
  fireEvent.pointerLeave(curve)
  expect(screen.queryByText(/reached 50 %/)).toBeNull()
})

test('the curve has labels at the quarters and a table', () => {
  const { container } = renderCurve()
  expect(container.textContent).toContain('80 % of readers reached here')
  expect(container.textContent).toContain('20 % of readers reached the end')
  const table = screen.getByRole('table', { hidden: true })
  expect(within(table).getAllByRole('row', { hidden: true })[6]?.textContent).toBe('25 %80 %160')
})

test('a text without readers is shown without a curve', () => {
  renderCurve(0)
  screen.getByText('The text')
  screen.getByText('No readers in this period.')
  expect(screen.queryByRole('slider')).toBeNull()
})

const hrefOf = ({ range, compare, from, to }: RangeQuery) =>
  `/admin/analytics?story=7&range=${range}${from && to ? `&from=${from}&to=${to}` : ''}${compare ? '&compare=1' : ''}`

test('a range is a link that keeps the comparison, and the chosen one is marked', () => {
  render(<RangePicker current={{ range: '7d', compare: true }} hrefOf={hrefOf} />)
  expect(screen.getByRole('link', { name: '7 days' }).getAttribute('aria-current')).toBe('true')
  const other = screen.getByRole('link', { name: '12 months' })
  expect(other.getAttribute('aria-current')).toBeNull()
  expect(other.getAttribute('href')).toBe('/admin/analytics?story=7&range=12m&compare=1')
  expect(screen.getByRole('link', { name: /Compare/ }).getAttribute('href')).toBe('/admin/analytics?story=7&range=7d')
})

test('the form for a custom range keeps the other parameters', () => {
  const current = { range: 'custom', from: '2026-03-01', to: '2026-03-31', compare: true } as const
  const { container } = render(<RangePicker current={current} hrefOf={hrefOf} />)
  const form = container.querySelector('form')
  expect(form?.getAttribute('action')).toBe('/admin/analytics')
  expect([...new FormData(form ?? undefined)]).toEqual([
    ['story', '7'],
    ['range', 'custom'],
    ['compare', '1'],
    ['from', '2026-03-01'],
    ['to', '2026-03-31'],
  ])
  screen.getByLabelText('From')
  screen.getByLabelText('To')
})

test('there is nothing to compare with before all time', () => {
  render(<RangePicker current={{ range: 'all', compare: false }} hrefOf={hrefOf} />)
  expect(screen.queryByRole('link', { name: /Compare/ })).toBeNull()
})
