import type { Notification } from '#contract/notifications/notifications.ts'
import { createStore } from '#site/ui/store.ts'
import { watchPerson, onLiveEvent } from './live.ts'

const MAX_RECENT = 30

/** The latest count from the server; null before the first. */
const current = createStore<number | null>(null)
let watchers = 0
let latestSeq = 0
/** Recently received notifications, for a list whose data was fetched before they arrived. */
let recent: Notification[] = []

/** Sets the count after notifications were read in this tab. */
export function setUnread(unread: number) {
  current.set(unread)
}

/** The highest sequence number received in this tab. */
export function getLastSeq() {
  return latestSeq
}

/** Notifications received after `seq`, newest first. */
export function listReceivedAfter(seq: number) {
  return recent.filter((notification) => notification.seq > seq)
}

/** Calls the listener with the count, immediately if known and on every change. Returns a function that unsubscribes. */
export function watchUnread(personId: string, lastSeq: number, listener: (unread: number) => void): () => void {
  if (watchers === 0) listen()
  watchers += 1
  const report = () => {
    const unread = current.get()
    if (unread !== null) listener(unread)
  }
  const unsubscribe = current.subscribe(report)
  report()
  const unwatch = watchPerson(personId, lastSeq)
  return () => {
    unwatch()
    unsubscribe()
    watchers -= 1
    if (watchers === 0) stop()
  }
}

let stop = () => {}

function listen() {
  const stops = [
    onLiveEvent('notification', ({ notification, unread }) => {
      latestSeq = Math.max(latestSeq, notification.seq)
      recent = [notification, ...recent.filter(({ id }) => id !== notification.id)].slice(0, MAX_RECENT)
      setUnread(unread)
    }),
    onLiveEvent('unread', ({ unread, lastSeq }) => {
      latestSeq = Math.max(latestSeq, lastSeq)
      setUnread(unread)
    }),
  ]
  stop = () => stops.forEach((end) => end())
}
