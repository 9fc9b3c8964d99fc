import type { Notification } from '#contract/notifications/notifications.ts'
import { watchPerson, onLiveEvent } from './live.ts'

const MOST_KEPT = 30

/** What the server said last; null until it has. */
let known: number | null = null
let lastKnown = 0
/** The latest lines that arrived, for a list that is opened after them with what was fetched before them. */
let recent: Notification[] = []
const listeners = new Set<(unread: number) => void>()

/** Says how many are not read, after something here was read. */
export function setUnread(unread: number) {
  known = unread
  for (const listener of listeners) listener(unread)
}

/** The number of the last change that is known here. */
export function getLastSeq() {
  return lastKnown
}

/** Lines that arrived here after a change, the latest first. */
export function listReceivedAfter(seq: number) {
  return recent.filter((line) => line.seq > seq)
}

/** Calls with the count, now if it is known and whenever it changes, until the returned function is called. */
export function watchUnread(personId: string, lastSeq: number, listener: (unread: number) => void): () => void {
  if (listeners.size === 0) listen()
  listeners.add(listener)
  if (known !== null) listener(known)
  const leave = watchPerson(personId, lastSeq)
  return () => {
    leave()
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

let stop = () => {}

function listen() {
  const stops = [
    onLiveEvent('notification', ({ notification, unread }) => {
      lastKnown = Math.max(lastKnown, notification.seq)
      recent = [notification, ...recent.filter(({ id }) => id !== notification.id)].slice(0, MOST_KEPT)
      setUnread(unread)
    }),
    onLiveEvent('unread', ({ unread, lastSeq }) => {
      lastKnown = Math.max(lastKnown, lastSeq)
      setUnread(unread)
    }),
  ]
  stop = () => stops.forEach((end) => end())
}
