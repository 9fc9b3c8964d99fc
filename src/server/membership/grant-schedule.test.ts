import { expect, test } from 'vitest'
import { type Covered, type OpenGrant, scheduleGrants } from './grant-schedule.ts'

const NOW = new Date('2026-11-18T12:00:00Z')
const day = (text: string) => new Date(`${text}T12:00:00Z`)

const waiting = { months: 1, leftMs: null, startsAt: null, endsAt: null }
const running = { ...waiting, startsAt: day('2026-11-08'), endsAt: day('2026-12-08') }

/** The times of each grant, as `from until`. */
function timesOf(covered: Covered, ...grants: Omit<OpenGrant, 'id'>[]) {
  return scheduleGrants(
    grants.map((grant, index) => ({ id: String(index), ...grant })),
    covered,
    NOW,
  ).map(({ startsAt, endsAt }) =>
    startsAt && endsAt ? `${startsAt.toISOString().slice(0, 10)} ${endsAt.toISOString().slice(0, 10)}` : 'waits',
  )
}

test('months run one after the other', () => {
  expect(timesOf(null, waiting)).toEqual(['2026-11-18 2026-12-18'])
  expect(timesOf(null, waiting, { ...waiting, months: 2 })).toEqual(['2026-11-18 2026-12-18', '2026-12-18 2027-02-18'])
  expect(timesOf(null, running, waiting)).toEqual(['2026-11-08 2026-12-08', '2026-12-08 2027-01-08'])
  expect(timesOf(day('2026-01-01'), running)).toEqual(['2026-11-08 2026-12-08'])
})

test('later months move up when earlier ones ended', () => {
  const later = { ...waiting, startsAt: day('2026-12-08'), endsAt: day('2027-01-08') }
  expect(timesOf(null, later)).toEqual(['2026-11-18 2026-12-18'])
})

test('months follow what is paid, and wait while that renews', () => {
  expect(timesOf(day('2027-01-31'), waiting, waiting)).toEqual(['2027-01-31 2027-02-28', '2027-02-28 2027-03-28'])
  expect(timesOf('renews', waiting, { ...waiting, months: 3 })).toEqual(['waits', 'waits'])
  const scheduled = { ...waiting, startsAt: day('2027-01-31'), endsAt: day('2027-02-28') }
  expect(timesOf('renews', scheduled)).toEqual(['waits'])
})

test('months that had begun keep what is left of them', () => {
  const [stopped] = scheduleGrants([{ id: '1', ...running }], 'renews', NOW)
  expect(stopped).toMatchObject({ startsAt: null, endsAt: null, leftMs: day('2026-12-08').getTime() - NOW.getTime() })
  if (!stopped) throw new Error('no grant')
  // Nothing is used while they wait, however often they are scheduled.
  expect(scheduleGrants([stopped], 'renews', day('2027-05-01'))).toEqual([stopped])
  expect(scheduleGrants([stopped], null, day('2027-06-01'))[0]?.endsAt).toEqual(day('2027-06-21'))
  expect(timesOf(day('2026-11-30'), running)).toEqual(['2026-11-30 2026-12-20'])
})
