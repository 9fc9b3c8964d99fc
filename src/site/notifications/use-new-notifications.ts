import { useEffect, useState } from 'react'
import type { Notification } from '#contract/notifications/notifications.ts'
import { onLiveEvent } from '#site/live/live.ts'
import { listReceivedAfter } from '#site/live/unread.ts'
import { markAllReadUpTo } from './read-marks.ts'

/** Scrolled further than this, in pixels, new items would move the text being read. */
const SCROLLED_AWAY = 200

type Arrivals = { shown: Notification[]; waiting: Notification[] }

/** Notifications that arrive while the list is open. If the reader has scrolled down, they wait behind a button. */
export function useNewNotifications(lastSeq: number, fits: (notification: Notification) => boolean) {
  // The page's data may be older than the notifications received since.
  const [{ shown, waiting }, setArrivals] = useState<Arrivals>(() => ({
    shown: listReceivedAfter(lastSeq).filter(fits),
    waiting: [],
  }))

  useEffect(
    () =>
      onLiveEvent('notification', ({ notification }) => {
        if (!fits(notification)) return
        const reading = window.scrollY > SCROLLED_AWAY
        setArrivals((before) =>
          reading
            ? { ...before, waiting: withFirst(notification, before.waiting) }
            : { shown: withFirst(notification, [...before.waiting, ...before.shown]), waiting: [] },
        )
      }),
    [fits],
  )

  // All read, here or in another tab.
  useEffect(
    () =>
      onLiveEvent('unread', ({ unread, lastSeq: upTo }) => {
        if (unread === 0) markAllReadUpTo(upTo, { byAction: false })
      }),
    [],
  )

  function show() {
    setArrivals((before) => ({
      shown: before.waiting.reduceRight((all, notification) => withFirst(notification, all), before.shown),
      waiting: [],
    }))
    window.scrollTo({ top: 0 })
  }

  return { shown, waiting: waiting.length, show }
}

/** Moves a notification to the top and removes its earlier version. */
function withFirst(notification: Notification, others: readonly Notification[]) {
  return [notification, ...others.filter(({ id }) => id !== notification.id)]
}
