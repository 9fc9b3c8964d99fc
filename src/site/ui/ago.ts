const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "3 min ago" within a week, then the date, with the year if it is not the current one. */
export function ago(moment: Date, now: Date) {
  const seconds = (now.getTime() - moment.getTime()) / 1000
  if (seconds < MINUTE) return 'just now'
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`
  if (seconds < 2 * DAY) return 'yesterday'
  if (seconds < 7 * DAY) return `${Math.floor(seconds / DAY)} days ago`
  const year = moment.getFullYear()
  return `${moment.getDate()} ${months[moment.getMonth()]}${year === now.getFullYear() ? '' : ` ${year}`}`
}

// Not with Intl: formatting is slow, and a page shows dozens of dates.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

export function dateInUtc(moment: Date) {
  return `${moment.getUTCDate()} ${months[moment.getUTCMonth()]} ${moment.getUTCFullYear()}`
}
