const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats a moment for a `datetime-local` field, in the viewer's time zone. */
export function toLocalInput(moment: Date) {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE)
  return shifted.toISOString().slice(0, 16)
}

/** Null for an invalid value. */
export function fromLocalInput(value: string): Date | null {
  const moment = new Date(value)
  return value === '' || Number.isNaN(moment.getTime()) ? null : moment
}

/** Tomorrow at 9:00, the default for a scheduled publication. */
export function getTomorrowMorning(now: Date) {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9)
}

/** “in 2 days and 3 hours” */
export function formatTimeUntil(moment: Date, now: Date) {
  const ms = moment.getTime() - now.getTime()
  if (ms < MINUTE) return 'in less than a minute'
  const days = Math.floor(ms / DAY)
  const hours = Math.floor((ms % DAY) / HOUR)
  const minutes = Math.floor((ms % HOUR) / MINUTE)
  const parts = days > 0 ? [count(days, 'day'), count(hours, 'hour')] : [count(hours, 'hour'), count(minutes, 'minute')]
  return `in ${parts.filter(Boolean).join(' and ')}`
}

function count(number: number, unit: string) {
  if (number === 0) return ''
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}

export function getTimeZoneName() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
}
