/** “October 2026”. */
export function formatMonth(month: string) {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** Reads of a story with several authors are divided, so that there may be decimals. */
export function formatReads(reads: number) {
  return reads.toLocaleString('en', { maximumFractionDigits: 2 })
}

export function formatDay(date: string) {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
