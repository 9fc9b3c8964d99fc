import { useSyncExternalStore } from 'react'
import type { Notification } from '#contract/notifications/notifications.ts'

/** Optimistic changes on top of the server's data, shared by every list of this page load. */
type Mark = { read?: boolean; removed?: boolean }
type Marks = { byKey: ReadonlyMap<string, Mark>; readUpTo: number }

let marks: Marks = { byKey: new Map(), readUpTo: 0 }
const listeners = new Set<() => void>()

function update(next: Marks) {
  marks = next
  for (const listener of listeners) listener()
}

// Includes the seq: a notification that changed since is not marked.
const keyOf = ({ id, seq }: Pick<Notification, 'id' | 'seq'>) => `${id} ${seq}`

/** Marks a notification and returns a function that reverts it. */
export function markNotification(notification: Pick<Notification, 'id' | 'seq'>, mark: Mark): () => void {
  const key = keyOf(notification)
  const before = marks.byKey.get(key)
  update({ ...marks, byKey: new Map(marks.byKey).set(key, { ...before, ...mark }) })
  return () => {
    const byKey = new Map(marks.byKey)
    if (before) byKey.set(key, before)
    else byKey.delete(key)
    update({ ...marks, byKey })
  }
}

/** Marks all notifications up to `seq` as read and returns a function that reverts it. */
export function markAllReadUpTo(seq: number): () => void {
  const before = marks
  update({ byKey: new Map([...marks.byKey].map(([key, mark]) => [key, { ...mark, read: true }])), readUpTo: seq })
  return () => update(before)
}

/** The notifications with the marks applied. */
export function useMarkedNotifications(notifications: readonly Notification[]): Notification[] {
  const { byKey, readUpTo } = useSyncExternalStore(subscribe, current, current)
  return notifications.flatMap((notification) => {
    const mark = byKey.get(keyOf(notification))
    const read = mark?.read ?? (notification.read || notification.seq <= readUpTo)
    return mark?.removed ? [] : { ...notification, read }
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const current = () => marks
