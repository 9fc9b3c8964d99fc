import { useEffect, useRef } from 'react'
import type { Notification } from '#contract/notifications/notifications.ts'
import { keyOf } from './read-marks.ts'

/** Long enough that a list scrolled past does not count. */
const SEEN_MS = 1500
/** The most that one request can mark. */
const MAX_IDS = 100

/**
 * Calls with the unread notifications that were in view for a moment, while the page was visible. Each version of a
 * notification counts once, so one that the person marks as unread again stays unread.
 */
export function useSeenNotifications(notifications: readonly Notification[], onSeen: (seen: Notification[]) => void) {
  const list = useRef<HTMLUListElement>(null)
  const done = useRef(new Set<string>())
  const latest = useRef({ notifications, onSeen })
  useEffect(() => {
    latest.current = { notifications, onSeen }
  })
  const unread = notifications
    .filter(({ read }) => !read)
    .map(keyOf)
    .join()

  useEffect(() => {
    if (unread === '') return undefined
    const inView = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = target.getAttribute('data-notification') ?? ''
          if (isIntersecting) inView.add(id)
          else inView.delete(id)
        }
        restart()
      },
      { threshold: 0.5 },
    )
    const restart = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible' && inView.size > 0) timer = setTimeout(report, SEEN_MS)
    }
    const report = () => {
      const seen = latest.current.notifications
        .filter((one) => !one.read && inView.has(one.id) && !done.current.has(keyOf(one)))
        .slice(0, MAX_IDS)
      for (const one of seen) done.current.add(keyOf(one))
      if (seen.length > 0) latest.current.onSeen(seen)
    }
    for (const item of list.current?.querySelectorAll('[data-notification]') ?? []) observer.observe(item)
    document.addEventListener('visibilitychange', restart)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', restart)
    }
  }, [unread])

  return list
}
