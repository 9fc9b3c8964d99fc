import { useEffect, useState } from 'react'
import { DAY_MS } from '#contract/constants.ts'
import type { Basket } from '#contract/rewards/rewards.ts'
import { formatNumber } from './labels.ts'

const WEEKS = 10
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** The last ten weeks: a column for each week, a berry for each day with a finished read. */
export function StreakCalendar({ streak }: { streak: Basket['streak'] }) {
  const { calendar, today, days, longest } = streak
  const weeks = listWeeks(today)
  const reads = new Map(calendar.map(({ day, reads: many }) => [day, many]))
  const counted = calendar.filter(({ day }) => day >= (weeks[0]?.[0] ?? '') && day <= today)
  return (
    <div>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Figure name="Current streak" days={days} />
        <Figure name="Longest streak" days={longest} />
      </dl>
      <p className="mt-3 text-sm text-gray-600">
        {counted.length === 0
          ? 'Each day on which you finish a story shows up here as a berry.'
          : `You read on ${counted.length} ${counted.length === 1 ? 'day' : 'days'} in the last ten weeks. `}
        {counted.length > 0 && nextStep(reads.has(today), days)}
      </p>
      <p className="text-sm text-gray-600">
        Days start at midnight UTC
        <LocalMidnight today={today} />.
      </p>
      <table className="mt-4 w-full max-w-md table-fixed border-separate border-spacing-0.5">
        <caption className="sr-only">Days with a finished story in the last ten weeks.</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Day</span>
            </th>
            {weeks.map(([monday], index) => (
              <th key={monday} scope="col" className="p-0 text-center text-sm font-normal text-gray-600">
                <span aria-hidden>{monthStart(monday, weeks[index - 1]?.[0])}</span>
                <span className="sr-only">Week of {formatDay(monday)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((name, row) => (
            <tr key={name}>
              <th scope="row" className="text-start text-sm font-normal text-gray-600">
                <span aria-hidden>{row % 2 === 0 ? name.slice(0, 1) : ''}</span>
                <span className="sr-only">{name}</span>
              </th>
              {weeks.map((week) => (
                <Day key={week[row]} day={week[row] ?? ''} today={today} reads={reads.get(week[row] ?? '') ?? 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p aria-hidden className="mt-2 flex items-center gap-2 text-sm text-gray-600">
        No read <Berry reads={0} />
        <span className="ms-2">1</span> <Berry reads={1} />
        <span className="ms-2">2–3</span> <Berry reads={2} />
        <span className="ms-2">4 or more</span> <Berry reads={4} />
      </p>
      {counted.length > 0 && (
        <details className="mt-1 text-sm text-gray-700">
          <summary className="flex min-h-11 w-fit cursor-pointer items-center font-medium underline-offset-4 hover:underline pointer-fine:min-h-9">
            List the days
          </summary>
          <ul className="columns-2 gap-x-6 pb-2">
            {counted.toReversed().map((one) => (
              <li key={one.day}>
                {formatDay(one.day)}: {describeReads(one.reads)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function Figure({ name, days }: { name: string; days: number }) {
  return (
    <div>
      <dt className="text-sm text-gray-600">{name}</dt>
      <dd className="font-serif text-xl font-semibold tabular-nums">
        {formatNumber(days)} {days === 1 ? 'day' : 'days'}
      </dd>
    </div>
  )
}

/** In the browser only: the server does not know the time zone. */
function LocalMidnight({ today }: { today: string }) {
  const [time, setTime] = useState<string | null>(null)
  useEffect(() => {
    const midnight = new Date(`${today}T00:00:00Z`)
    if (midnight.getTimezoneOffset() !== 0) setTime(midnight.toLocaleTimeString(undefined, { timeStyle: 'short' }))
  }, [today])
  return time !== null && ` (${time} your time)`
}

type DayProps = { day: string; today: string; reads: number }

function Day({ day, today, reads }: DayProps) {
  if (day > today)
    return (
      <td>
        <span className="sr-only">{formatDay(day)}: still to come</span>
      </td>
    )
  const said = describeReads(reads)
  return (
    <td className="p-0" title={`${formatDay(day)}: ${said}`}>
      <span
        className={`mx-auto grid aspect-square w-full max-w-8 place-items-center rounded-md ${reads > 0 ? 'bg-warning-50' : 'bg-gray-50'} ${day === today ? 'ring-2 ring-primary-600 ring-inset' : ''}`}
      >
        <Berry reads={reads} />
        <span className="sr-only">
          {formatDay(day)}
          {day === today && ', today'}: {said}
        </span>
      </span>
    </td>
  )
}

/** Size and shape show the number, not only the colour. */
function Berry({ reads }: { reads: number }) {
  const look =
    reads === 0
      ? 'size-1 bg-gray-300'
      : reads === 1
        ? 'size-2.5 bg-danger-700'
        : reads < 4
          ? 'size-3.5 bg-danger-700'
          : 'size-4.5 bg-danger-700'
  return <span aria-hidden className={`inline-block rounded-full ${look}`} />
}

function describeReads(reads: number) {
  if (reads === 0) return 'no story'
  return reads === 1 ? '1 story' : `${reads} stories`
}

function nextStep(readToday: boolean, days: number) {
  if (readToday) return 'You’ve read today.'
  return days > 0 ? 'Finish a story today to keep your streak.' : 'Finish a story today to start a new streak.'
}

/** The days of each week from Monday, the last week is that of `today`. Dates such as 2026-11-18. */
function listWeeks(today: string): string[][] {
  const end = Date.parse(`${today}T00:00:00Z`)
  const weekday = (new Date(end).getUTCDay() + 6) % 7
  const monday = end - (weekday + (WEEKS - 1) * 7) * DAY_MS
  return Array.from({ length: WEEKS }, (_week, week) =>
    weekdays.map((_name, day) => new Date(monday + (week * 7 + day) * DAY_MS).toISOString().slice(0, 10)),
  )
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

function formatDay(day = '') {
  return dayFormat.format(new Date(`${day}T00:00:00Z`))
}

/** The name of the month above its first week. */
function monthStart(monday = '', before = '') {
  return monday.slice(0, 7) === before.slice(0, 7) ? '' : monthFormat.format(new Date(`${monday}T00:00:00Z`))
}
