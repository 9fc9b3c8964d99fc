export type TimeUnit = 'hour' | 'day' | 'week' | 'month'

type Options = Intl.DateTimeFormatOptions

const formats: Record<TimeUnit, { label: Options; short: Options }> = {
  hour: {
    label: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    short: { hour: '2-digit', minute: '2-digit' },
  },
  day: {
    label: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    short: { day: 'numeric', month: 'short' },
  },
  week: { label: { day: 'numeric', month: 'short', year: 'numeric' }, short: { day: 'numeric', month: 'short' } },
  month: { label: { month: 'long', year: 'numeric' }, short: { month: 'short' } },
}

const cached = new Map<Options, Intl.DateTimeFormat>()

/**
 * The labels of a point. `at` is the local time of the site without an offset, such as 2026-03, 2026-03-04 or
 * 2026-03-04T13:00; it is shown as it is, so that the server and the browser agree.
 */
export function nameTime(at: string, unit: TimeUnit): { label: string; short: string } {
  const time = new Date(`${at.slice(0, 7)}-${at.slice(8, 10) || '01'}T${at.slice(11, 16) || '00:00'}:00Z`)
  const { label, short } = formats[unit]
  const name = formatTime(time, label)
  return { label: unit === 'week' ? `Week of ${name}` : name, short: formatTime(time, short) }
}

function formatTime(time: Date, options: Options) {
  const format =
    cached.get(options) ?? new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hourCycle: 'h23', ...options })
  cached.set(options, format)
  return format.format(time)
}
