import { useEffect, useState } from 'react'

/** A moment that may lie ahead, whole. The server does not know the viewer's zone and says which one it writes in. */
export function When({ at, dateOnly = false }: { at: string; dateOnly?: boolean }) {
  const [local, setLocal] = useState<string | null>(null)
  useEffect(() => setLocal(momentText(at, dateOnly)), [at, dateOnly])
  return <time dateTime={at}>{local ?? momentText(at, dateOnly, 'UTC')}</time>
}

function momentText(at: string, dateOnly: boolean, timeZone?: string) {
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
