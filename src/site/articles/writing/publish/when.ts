const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A moment as a date field wants it: by the viewer's own clock. */
export function toLocalInput(moment: Date) {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE)
  return shifted.toISOString().slice(0, 16)
}

/** Null for what is not a moment. */
export function fromLocalInput(value: string): Date | null {
  const moment = new Date(value)
  return value === '' || Number.isNaN(moment.getTime()) ? null : moment
}

/** Tomorrow at nine, which is when most people mean by “later”. */
export function tomorrowMorning(now: Date) {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9)
}

/** “in 2 days and 3 hours” */
export function untilText(moment: Date, now: Date) {
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

export function zoneName() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
}
