const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** The server and the browser must agree, so the locale is fixed. */
const grouped = new Intl.NumberFormat('en')
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

export function formatNumber(number: number) {
  return grouped.format(number)
}

/** “12.4K”, for tiles and axes. The exact number must be nearby. */
export function formatCompact(number: number) {
  return compact.format(number)
}

export function formatBytes(bytes: number) {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${value >= 100 || power === 0 ? Math.round(value) : Math.round(value * 10) / 10} ${units[power]}`
}

export function formatMs(ms: number) {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`
}

/** “3 min 20 s”: the two largest units. */
export function formatDuration(seconds: number) {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  if (hours === 0) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
  return minutes === 0 ? `${grouped.format(hours)} h` : `${grouped.format(hours)} h ${minutes} min`
}

/** A share between 0 and 1 in percent, with one decimal. */
export function formatShare(share: number) {
  return `${oneDecimal.format(share * 100)} %`
}

/** A share without decimals. “< 1 %” and “> 99 %” keep a small rest visible. */
export function formatWholeShare(share: number) {
  if (share > 0 && share < 0.005) return '< 1 %'
  if (share < 1 && share >= 0.995) return '> 99 %'
  return `${grouped.format(Math.round(share * 100))} %`
}

/** 0.12 is “+12 %”. Changes below ten percent have one decimal. */
export function formatChange(change: number) {
  const percent = Math.abs(change) * 100
  const digits = (percent < 9.95 ? oneDecimal : grouped).format(percent < 9.95 ? percent : Math.round(percent))
  const sign = digits === '0' ? '' : change > 0 ? '+' : '−'
  return `${sign}${digits} %`
}

/** The time between two moments in its two largest units. */
export function formatUptime(from: string, to: string) {
  const minutes = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
