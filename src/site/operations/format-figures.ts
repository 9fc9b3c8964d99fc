const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** The server and the browser must agree, so the locale is fixed. */
const grouped = new Intl.NumberFormat('en')

export function formatNumber(number: number) {
  return grouped.format(number)
}

export function formatBytes(bytes: number) {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${value >= 100 || power === 0 ? Math.round(value) : Math.round(value * 10) / 10} ${units[power]}`
}

export function formatMs(ms: number) {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`
}

export function formatShare(share: number) {
  return `${Math.round(share * 1000) / 10} %`
}

/** The time between two moments in its two largest units. */
export function formatUptime(from: string, to: string) {
  const minutes = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
