import type { Notification } from '#contract/notifications/notifications.ts'
import { createStore, useStore } from '#site/ui/store.ts'

/** Optimistic changes on top of the server's data, shared by every list of this page load. */
type Mark = { read?: boolean; removed?: boolean }
type Marks = { byKey: ReadonlyMap<string, Mark>; readUpTo: number }

const store = createStore<Marks>({ byKey: new Map(), readUpTo: 0 })

// Includes the seq: a notification that changed since is not marked.
const keyOf = ({ id, seq }: Pick<Notification, 'id' | 'seq'>) => `${id} ${seq}`

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

/** Marks all notifications up to `seq` as read and returns a function that reverts it. */
export function markAllReadUpTo(seq: number): () => void {
  const before = store.get()
  store.set({ byKey: new Map([...before.byKey].map(([key, mark]) => [key, { ...mark, read: true }])), readUpTo: seq })
  return () => store.set(before)
}

/** The notifications with the marks applied. */
export function useMarkedNotifications(notifications: readonly Notification[]): Notification[] {
  const { byKey, readUpTo } = useStore(store, (marks) => marks)
  return notifications.flatMap((notification) => {
    const mark = byKey.get(keyOf(notification))
    const read = mark?.read ?? (notification.read || notification.seq <= readUpTo)
    return mark?.removed ? [] : { ...notification, read }
  })
}
