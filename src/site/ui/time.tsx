import { useEffect, useState } from 'react'
import { ago, dateInUtc } from './ago.ts'

let exact: Intl.DateTimeFormat | undefined

/** Date and time in the reader's language and time zone. */
function exactTime(moment: Date) {
  exact ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' })
  return exact.format(moment)
}

/**
 * A time. The server renders the date, because it does not know the reader's time zone; the browser makes it relative.
 * `data-ago`: the first script of a page does so before hydration, so its text may differ from the server's.
 */
export function Time({ at, className = '' }: { at: string; className?: string }) {
  const [local, setLocal] = useState<{ text: string; exact: string } | null>(null)
  useEffect(() => {
    const moment = new Date(at)
    setLocal({ text: ago(moment, new Date()), exact: exactTime(moment) })
  }, [at])
  return (
    <time dateTime={at} title={local?.exact} className={className} data-ago="" suppressHydrationWarning>
      {local?.text ?? dateInUtc(new Date(at))}
    </time>
  )
}
