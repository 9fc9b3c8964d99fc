export type TimeUnit = 'hour' | 'day' | 'week' | 'month'

// Tables of ours: `Intl` of Node.js and of browsers write “Sep” and “Sept”.
const months = 'January February March April May June July August September October November December'.split(' ')
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/**
 * The labels of a point. `at` is the local time of the site without an offset, such as 2026-03, 2026-03-04 or
 * 2026-03-04T13:00; it is shown as it is, so that the server and the browser agree.
 */
export function nameTime(at: string, unit: TimeUnit): { label: string; short: string } {
  const [year = '', month = '', day = '1'] = at.slice(0, 10).split('-')
  const monthName = months[Number(month) - 1] ?? ''
  const date = `${Number(day)} ${monthName.slice(0, 3)}`
  const weekday = weekdays[new Date(`${at.slice(0, 10)}T00:00:00Z`).getUTCDay()]
  if (unit === 'month') return { label: `${monthName} ${year}`, short: monthName.slice(0, 3) }
  if (unit === 'week') return { label: `Week of ${date} ${year}`, short: date }
  if (unit === 'day') return { label: `${weekday}, ${date} ${year}`, short: date }
  const time = at.slice(11, 16)
  return { label: `${weekday}, ${date}, ${time}`, short: time }
}
