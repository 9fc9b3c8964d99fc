import { useEffect, useState } from 'react'
import type { Notification } from '#contract/notifications/notifications.ts'
import { onLiveEvent } from '#site/live/live.ts'
import { listReceivedAfter } from '#site/live/unread.ts'
import { markAllReadUpTo } from './read-marks.ts'

/** So far down, what arrives would move what somebody reads. */
const AWAY_FROM_TOP = 200

type Arrivals = { shown: Notification[]; waiting: Notification[] }

/** Lines that arrive while the list is open. Those who have scrolled down are asked before anything moves. */
export function useNewNotifications(lastSeq: number, fits: (line: Notification) => boolean) {
  // The page may have been fetched a moment before it is opened.
  const [{ shown, waiting }, setArrivals] = useState<Arrivals>(() => ({
    shown: listReceivedAfter(lastSeq).filter(fits),
    waiting: [],
  }))

  useEffect(
    () =>
      onLiveEvent('notification', ({ notification }) => {
        if (!fits(notification)) return
        const reading = window.scrollY > AWAY_FROM_TOP
        setArrivals((before) =>
          reading
            ? { ...before, waiting: first(notification, before.waiting) }
            : { shown: first(notification, [...before.waiting, ...before.shown]), waiting: [] },
        )
      }),
    [fits],
  )

  // Read in another window: then it is read here too.
  useEffect(
    () =>
      onLiveEvent('unread', ({ unread, lastSeq: upTo }) => {
        if (unread === 0) markAllReadUpTo(upTo)
      }),
    [],
  )

  function show() {
    setArrivals((before) => ({
      shown: before.waiting.reduceRight((all, line) => first(line, all), before.shown),
      waiting: [],
    }))
    window.scrollTo({ top: 0 })
  }

  return { shown, waiting: waiting.length, show }
}

/** A line that has grown stands where it belongs now, once. */
export function first(line: Notification, lines: readonly Notification[]) {
  return [line, ...lines.filter(({ id }) => id !== line.id)]
}
