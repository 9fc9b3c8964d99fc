import { useEffect, useState } from 'react'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A time. The server renders the date, because it does not know the reader's time zone; the browser makes it relative. */
export function Time({ at, className = '' }: { at: string; className?: string }) {
  const [local, setLocal] = useState<{ text: string; exact: string } | null>(null)
  useEffect(() => {
    const moment = new Date(at)
    const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(moment)
    setLocal({ text: ago(moment, new Date()), exact })
  }, [at])
  return (
    <time dateTime={at} title={local?.exact} className={className}>
      {local?.text ?? dateIn(new Date(at), 'UTC')}
    </time>
  )
}

/** "3 min ago" within a week, then the date, with the year if it is not the current one. */
export function ago(moment: Date, now: Date) {
  const seconds = (now.getTime() - moment.getTime()) / 1000
  if (seconds < MINUTE) return 'just now'
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h ago`
  if (seconds < 2 * DAY) return 'yesterday'
  if (seconds < 7 * DAY) return `${Math.floor(seconds / DAY)} days ago`
  return dateIn(moment, undefined, now)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function dateIn(moment: Date, timeZone: string | undefined, now?: Date) {
  const year = now?.getFullYear() === moment.getFullYear() ? undefined : 'numeric'
  const key = `${timeZone} ${year}`
  // Creating a formatter is slow, and a page shows dozens of dates.
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year, timeZone })
  formats.set(key, format)
  return format.format(moment)
}
