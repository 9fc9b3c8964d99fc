import type { Notification } from '#contract/notifications/notifications.ts'
import { createStore, useStore } from '#site/ui/store.ts'

/** Optimistic changes on top of the server's data, shared by every list of this page load. */
type Mark = {
  read?: boolean
  removed?: boolean
  /** Read because it was seen, not by an action: it stays highlighted during this visit. */
  seen?: boolean
}
type Marks = { byKey: ReadonlyMap<string, Mark>; readUpTo: number }

const store = createStore<Marks>({ byKey: new Map(), readUpTo: 0 })

/** Includes the seq: a notification that changed since is another one. */
export const keyOf = ({ id, seq }: Pick<Notification, 'id' | 'seq'>) => `${id} ${seq}`

/** Marks a notification and returns a function that reverts it. */
export function markNotification(notification: Pick<Notification, 'id' | 'seq'>, mark: Mark): () => void {
  const key = keyOf(notification)
  const marks = store.get()
  const before = marks.byKey.get(key)
  store.set({ ...marks, byKey: new Map(marks.byKey).set(key, { ...before, ...mark }) })
  return () => {
    const byKey = new Map(store.get().byKey)
    if (before) byKey.set(key, before)
    else byKey.delete(key)
    store.set({ ...store.get(), byKey })
  }
}

/** Marks all notifications up to `seq` as read and returns a function that reverts it. By an action, they are no longer highlighted either. */
export function markAllReadUpTo(seq: number, { byAction }: { byAction: boolean }): () => void {
  const before = store.get()
  const marks = [...before.byKey].map(([key, mark]): [string, Mark] => [
    key,
    { ...mark, read: true, ...(byAction && { seen: false }) },
  ])
  store.set({ byKey: new Map(marks), readUpTo: seq })
  return () => store.set(before)
}

export type MarkedNotification = Notification & { isNew: boolean }

/** The notifications with the marks applied. */
export function useMarkedNotifications(notifications: readonly Notification[]): MarkedNotification[] {
  const { byKey, readUpTo } = useStore(store, (marks) => marks)
  return notifications.flatMap((notification) => {
    const mark = byKey.get(keyOf(notification))
    const read = mark?.read ?? (notification.read || notification.seq <= readUpTo)
    return mark?.removed ? [] : { ...notification, read, isNew: !read || mark?.seen === true }
  })
}
