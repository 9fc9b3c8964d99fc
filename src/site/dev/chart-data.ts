import type { Annotation } from '#site/charts/annotations.ts'
import { type TimeUnit, nameTime } from '#site/charts/time-labels.ts'

/** The same numbers in every run, between 0 and 1. */
function noise(index: number) {
  const value = Math.sin(index * 127.1) * 43_758.5453
  return value - Math.floor(value)
}

function dayAfter(first: string, days: number) {
  return new Date(Date.parse(`${first}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

export function daysFrom(first: string, values: readonly number[], unit: TimeUnit = 'day') {
  return values.map((value, index) => {
    const at = dayAfter(first, index)
    return { at, value, ...nameTime(at, unit) }
  })
}

export function hoursOf(day: string, values: readonly number[]) {
  return values.map((value, hour) => {
    const at = `${day}T${String(hour).padStart(2, '0')}:00`
    return { at, value, ...nameTime(at, 'hour') }
  })
}

/** Daily views with a weekly rhythm. */
export function viewsOf(days: number, level: number) {
  return Array.from({ length: days }, (_, index) =>
    Math.round(
      level * (1 + index / days / 2) * (0.75 + 0.25 * Math.sin((index / 7) * 2 * Math.PI) + 0.3 * noise(index)),
    ),
  )
}

export const month = daysFrom('2026-03-01', viewsOf(31, 1400))
export const monthBefore = daysFrom('2026-02-01', viewsOf(28, 1150))
export const year = daysFrom('2025-11-20', viewsOf(365, 900))
export const spike = daysFrom(
  '2026-03-01',
  viewsOf(30, 24).map((value, index) => (index === 17 ? 18_420 : index % 5 === 0 ? 0 : value)),
)
export const day = hoursOf(
  '2026-03-31',
  Array.from({ length: 24 }, (_, hour) =>
    Math.round(120 * Math.max(0.05, Math.sin(((hour - 5) / 20) * Math.PI)) + 30 * noise(hour)),
  ),
)

const long =
  'An unfinished thought about hedges, clocks, slow mornings and everything else that nobody thought to write down in time'

export const events: Annotation[] = [
  { at: '2026-03-04', kind: 'published', title: 'The hedge is a clock', to: '/story/the-hedge-is-a-clock' },
  { at: '2026-03-12', kind: 'published', title: long, to: '/story/an-unfinished-thought' },
  { at: '2026-03-12', kind: 'published', title: 'ساعة السياج' },
  { at: '2026-03-12', kind: 'published', title: 'Rain' },
  { at: '2026-03-12', kind: 'featured', title: 'The hedge is a clock' },
  { at: '2026-03-13', kind: 'mailed', title: 'The hedge is a clock' },
  { at: '2026-03-25', kind: 'mailed', title: 'Rain' },
]

export const yearEvents: Annotation[] = Array.from({ length: 40 }, (_, index) => ({
  at: dayAfter('2025-11-20', Math.floor(noise(index + 3) * 364)),
  kind: index % 9 === 0 ? 'mailed' : index % 5 === 0 ? 'featured' : 'published',
  title: `Story ${index + 1}`,
}))

export const sources = [
  { key: 'direct', name: 'Direct', value: 12_431, second: 18_220, change: 0.12 },
  { key: 'google', name: 'google.com', to: 'https://google.com', value: 8210, second: 11_040, change: -0.043 },
  {
    key: 'news',
    name: 'news.ycombinator.com',
    to: 'https://news.ycombinator.com',
    value: 3950,
    second: 4102,
    change: null,
  },
  { key: 'mail', name: 'Newsletter', value: 1204, second: 2210, change: 0 },
  { key: 'long', name: `${'a-very-long-host-name.'.repeat(3)}example`, value: 310, second: 322, change: 3.4 },
  { key: 'one', name: 'example.org', value: 3, second: 3, change: -0.8 },
]

export const paths = [
  { key: '1', name: '/story/the-hedge-is-a-clock', to: '/story/the-hedge-is-a-clock', value: 4210 },
  { key: '2', name: `/story/${'an-unfinished-thought-about-hedges-'.repeat(3)}`, to: '/latest', value: 2044 },
  { key: '3', name: '/user/ليلى-حداد', to: '/latest', value: 870 },
  { key: '4', name: '/', to: '/', value: 866 },
]

export const funnel = [
  { name: 'Saw the plans', count: 8420 },
  { name: 'Started checkout', count: 1912 },
  { name: 'Entered a payment method', count: 1204 },
  { name: 'Became a member', count: 861 },
]

export const cohorts = Array.from({ length: 9 }, (_, row) => {
  const at = dayAfter('2026-01-26', row * 7)
  return {
    at,
    label: nameTime(at, 'day').short,
    size: Math.round(40 + noise(row) * 1900),
    shares: Array.from({ length: 9 }, (_unused, week) =>
      week > 8 - row ? null : week === 0 ? 1 : Math.max(0, 0.62 / week ** 0.7 - noise(row * 9 + week) * 0.2),
    ),
  }
})

export const retention = Array.from({ length: 21 }, (_, part) =>
  part === 0 ? 1 : Math.max(0.18, 0.9 * Math.exp(-part / 14) - (part > 9 ? 0.09 : 0) - noise(part) * 0.015),
).map((share, part, all) => Math.min(share, ...all.slice(0, part)))
