import { useEffect, useState } from 'react'

/** A full date and time. The server does not know the viewer's time zone, so it renders UTC and says so. */
export function AbsoluteTime({ at, dateOnly = false }: { at: string; dateOnly?: boolean }) {
  const [local, setLocal] = useState<string | null>(null)
  useEffect(() => setLocal(formatMoment(at, dateOnly)), [at, dateOnly])
  return <time dateTime={at}>{local ?? formatMoment(at, dateOnly, 'UTC')}</time>
}

function formatMoment(at: string, dateOnly: boolean, timeZone?: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(!dateOnly && { hour: '2-digit', minute: '2-digit' }),
    ...(timeZone && { timeZone }),
    ...(timeZone && !dateOnly && { timeZoneName: 'short' }),
  })
  return format.format(new Date(at))
}
